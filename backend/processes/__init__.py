"""Run work in processes that can be killed, each piece with a ceiling of time and memory."""
