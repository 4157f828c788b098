"""Searching for names prints and logs nothing."""

import os
import subprocess
import sys

LOADED = "import onnxruntime.capi.onnxruntime_pybind11_state as state; state.get_available_providers()"


def files_kept_by(program, home):
    """What a program of Python leaves in the home folder of somebody new."""
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "USERPROFILE": str(home)}
    environment = {name: text for name, text in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", program], env=environment | places, check=True, timeout=120)
    return [path for path in home.rglob("*") if path.is_file()]


def test_the_runtime_of_the_encoder_keeps_and_sends_no_telemetry(tmp_path):
    """onnxruntime collects events in the user's cache, and sends them, unless it is told before it is loaded."""
    assert files_kept_by(f"import backend.detection.names.component; {LOADED}", tmp_path) == []
