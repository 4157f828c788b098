"""What Unsaid does for people, as chains of the rooms below; all that the command line and the web call."""
