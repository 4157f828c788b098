"""Train the shipped pipeline (`make ner`); nothing at run time needs this package."""
