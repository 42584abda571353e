"""What every engine has: the files of one generation, in the home, memory-mapped."""
