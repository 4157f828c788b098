"""`python -m backend` is `unsaid`."""

from backend.cli import main

if __name__ == "__main__":
    main()
