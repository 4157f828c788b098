"""What there is to say about a document or a request, as codes with parameters; each surface words them."""
