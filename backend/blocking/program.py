"""Linear programs over the words of a document, solved by HiGHS in process."""
