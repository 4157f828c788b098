"""Link the packages that a lock file pins into the folder of another environment: `link_packages.py LOCK FOLDER`.

They are those of the environment that runs this. To install them a second time would take minutes.
"""

import re
import sys
from importlib import metadata
from pathlib import Path

PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z0-9,-]+\])?==([^ ;\\]+)", re.MULTILINE)


def pinned_versions(lock: Path) -> dict[str, str]:
    """Return the version of each package that `lock` pins, with extras or without."""
    return dict(PIN.findall(lock.read_text("utf-8")))


def link_packages(lock: Path, folder: Path) -> None:
    """Link every package that `lock` pins, and refuse one that is installed in another version."""
    for name, version in pinned_versions(lock).items():
        package = metadata.distribution(name)
        if package.version != version:
            sys.exit(f"{name} is pinned to {version}, but {package.version} is installed; run `make quick` first")
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(Path(str(package.locate_file(top))))


if __name__ == "__main__":
    link_packages(Path(sys.argv[1]), Path(sys.argv[2]))
