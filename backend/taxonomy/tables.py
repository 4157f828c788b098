"""The names of the tables in models/taxonomy."""

LEMMAS_FILE = "lemmas.txt.gz"
IRREGULAR_FILE = "irregular.txt.gz"
STEMS_FILE = "stems.txt.gz"
