"""Find, read and write the files of a run."""
