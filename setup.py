"""What pyproject.toml cannot say: the pipeline for names lies in `models/ner`, and in a wheel inside the package.

Its files are named under `package-data`.
"""

from pathlib import Path

from setuptools import find_packages, setup

SHIPPED = {"backend.shipped": "models"} if Path("models/ner").is_dir() else {}

setup(packages=[*find_packages(include=["backend", "backend.*"]), *SHIPPED], package_dir=SHIPPED)
