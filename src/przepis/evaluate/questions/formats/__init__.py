"""One file a format. A reader takes a path and a LabelMaker and gives a QuestionSet."""
