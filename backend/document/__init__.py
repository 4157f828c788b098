"""What a document is to every other room: stories of blocks of text, places in them, and the words of them."""
