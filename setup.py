"""What pyproject.toml cannot say: what lies beside the package in a checkout, and in a wheel inside of it.

That is the pipeline for names and the pane, which has to be built before; `package-data` names their files. A wheel
without the pane would serve none, so none is made; an editable installation takes what the checkout has.
"""

import sys
from pathlib import Path

from setuptools import find_packages, setup

PANE = "addin/dist"
BESIDE = {"backend.shipped": ("models", "models/ner"), "backend.shipped.pane": (PANE, PANE)}
SHIPPED = {package: folder for package, (folder, needed) in BESIDE.items() if Path(needed).is_dir()}

if {"bdist_wheel", "sdist"} & set(sys.argv) and not Path(PANE, "index.html").is_file():
    sys.exit(
        f"The pane is not built: {PANE}/index.html is missing; run `make pane` first (it needs Node 20.19 or newer)"
    )

setup(packages=[*find_packages(include=["backend", "backend.*"]), *SHIPPED], package_dir=SHIPPED)
