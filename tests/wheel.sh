#!/bin/sh
# Build the wheel, install it alone into an empty environment, and redact with it from another folder.
set -eu
python=${1:-python3}
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Built from a copy, so that no build folder is left in the checkout and none of an earlier build gets in.
git ls-files -z --cached --others --exclude-standard backend models/ner pyproject.toml setup.py README.md LICENSE |
    tar --null --files-from=- -cf - | (mkdir "$work/source" && tar -xf - -C "$work/source")
if [ -d addin/dist ]; then # no part of the repository
    mkdir -p "$work/source/addin"
    cp -R addin/dist "$work/source/addin"
fi
"$root/.venv/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work" "$work/source"
"$python" -m venv "$work/venv"
# Without compiling: most of it is not imported before the folder goes.
"$work/venv/bin/pip" install --quiet --no-compile --require-hashes -r "$root/requirements.txt"
"$work/venv/bin/pip" install --quiet --no-deps "$work"/unsaid-*.whl
mkdir "$work/elsewhere"
cd "$work/elsewhere"
export UNSAID_DATA="$work/data"
unset UNSAID_REGISTRY
unsaid="$work/venv/bin/unsaid"
"$unsaid" --version
"$unsaid" train "$root/models/sample/corpus" >/dev/null
"$unsaid" redact "$root/models/sample/steering-committee-report.docx" --client "Halden & Rook" --out out --report report.json
"$unsaid" verify out --report report.json >/dev/null
if [ -d "$root/models/ner" ]; then # the pipeline that ships is found without the checkout
    echo "The board has asked Margaret Okafor to tell them what she knew about it." >names.txt
    "$unsaid" redact names.txt --no-cii --pii PERSON --out out >/dev/null
    grep -q "asked \[PERSON 1\] to tell" out/names.txt
fi
if [ -d "$root/addin/dist" ]; then # and so is the pane
    "$work/venv/bin/python" -c "from backend.settings import Settings as S; p = S.from_environment().service.pane; assert (p / 'index.html').is_file() and list(p.glob('assets/*.js')), p"
fi
echo "The wheel redacts a document by itself, and the result is clean."
