"""Pictures: what their files say beside the pixels goes, and a grey box takes the place of the pixels."""
