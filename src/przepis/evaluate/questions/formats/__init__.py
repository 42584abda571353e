"""One file for each format. A format's function takes a path and a LabelMaker and gives a QuestionSet."""
