"""Put broader words in the places of suppressed terms, as far as every requirement still holds."""
