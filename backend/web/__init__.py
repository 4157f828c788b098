"""The HTTP service that the Word add-in and other programs call."""
