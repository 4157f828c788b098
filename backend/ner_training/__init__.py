"""How the shipped pipeline is learnt (`make ner`). Nothing that runs needs this room."""
