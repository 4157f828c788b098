"""What has to be kept: the dictionaries of clients, API keys, and the way in and out of the database."""
