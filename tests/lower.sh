#!/bin/sh
# Install the oldest version of each dependency that pyproject.toml allows, and do with it what people do.
set -eu
python=${1:-python3}
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet uv
uv="$work/tools/bin/uv"
"$uv" pip compile --quiet --resolution lowest-direct --python "$python" pyproject.toml --output-file "$work/lowest.txt"
"$uv" venv --quiet --python "$python" "$work/venv"
export VIRTUAL_ENV="$work/venv"
"$uv" pip install --quiet -r "$work/lowest.txt" setuptools pytest hypothesis
mkdir "$work/source"
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- -cf - | tar -xf - -C "$work/source"
mkdir -p "$work/source/addin/dist" # the pane is not what is tried here
touch "$work/source/addin/dist/index.html"
"$uv" pip install --quiet --no-deps --no-build-isolation "$work/source"
cd "$work/source"
export UNSAID_DATA="$work/data"
unsaid="$work/venv/bin/unsaid"
"$unsaid" --help >/dev/null
"$unsaid" train models/sample/corpus >/dev/null
# Older pipelines may see a name only when the result is read again: then the policy is not met, which is exit 1 here
# and in `verify`. Nothing that went may be left.
"$unsaid" redact models/sample/steering-committee-report.docx --client "Halden & Rook" --out "$work/out" \
    --report "$work/report.json" || [ $? = 1 ]
"$unsaid" verify "$work/out" --report "$work/report.json" --json >"$work/verified.json" || [ $? = 1 ]
"$work/venv/bin/python" -c "
import json, sys

files = json.load(open(sys.argv[1], encoding='utf-8'))['files']
assert files and all(file['error'] is None and file['verification']['status'] == 'clean' for file in files), files
" "$work/verified.json"
unset UNSAID_DATA
# A real server and waitress, an analysis, and a job by a worker.
"$work/venv/bin/python" -m pytest -q -p no:cacheprovider -W default tests/web/test_serve.py tests/web/test_waitress.py \
    tests/web/test_malformed_http.py tests/web/test_jobs.py tests/web/test_analyses.py tests/storage/test_clients.py
echo "Unsaid starts with the oldest versions that pyproject.toml allows."
