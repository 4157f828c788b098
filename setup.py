"""What pyproject.toml cannot say: what lies beside the package in a checkout, and in a wheel inside of it.

That is the pipeline for names, and the pane where somebody has built it; `package-data` names their files.
"""

from pathlib import Path

from setuptools import find_packages, setup

BESIDE = {"backend.shipped": ("models", "models/ner"), "backend.shipped.pane": ("addin/dist", "addin/dist")}
SHIPPED = {package: folder for package, (folder, needed) in BESIDE.items() if Path(needed).is_dir()}

setup(packages=[*find_packages(include=["backend", "backend.*"]), *SHIPPED], package_dir=SHIPPED)
