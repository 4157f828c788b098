"""Remove the metadata of pictures, or replace pictures by grey boxes."""
