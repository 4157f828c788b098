"""How much room Word has for text: the width of cells and text boxes, and the size of letters."""
