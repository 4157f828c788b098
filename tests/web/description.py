"""Print the description of the routes, from which `make api` makes the types of the pane."""

import json
import sys
import tempfile
from pathlib import Path

from backend.settings import Settings
from backend.web.app import create_app


def description() -> str:
    """What `/v1/openapi.json` answers, the same on every machine."""
    with tempfile.TemporaryDirectory() as empty:
        app = create_app(Settings.from_environment({"UNSAID_DATA": str(Path(empty)), "UNSAID_NER": "none"}))
        return json.dumps(app.spec, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(description())
