"""Find names of people, organisations and locations; only this package uses spaCy."""

import os

# onnxruntime collects events of its use in the user's cache and sends them to its maker, unless it finds this when
# it is loaded; to call its `disable_telemetry_events` comes too late.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
