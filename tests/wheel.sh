#!/bin/sh
# Build the wheel, install it alone beside the packages that it declares, and redact with it from another folder.
set -eu
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Built from a copy, so that no build folder is left in the checkout and none of an earlier build gets in.
git ls-files -z --cached --others --exclude-standard backend models/ner models/taxonomy pyproject.toml setup.py README.md LICENSE |
    tar --null --files-from=- -cf - | (mkdir "$work/source" && tar -xf - -C "$work/source")
if [ -d addin/dist ]; then # no part of the repository
    mkdir -p "$work/source/addin"
    cp -R addin/dist "$work/source/addin"
fi
if [ ! -f addin/dist/index.html ]; then
    if "$root/.venv/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work" "$work/source" 2>"$work/said"; then
        echo "A wheel was built without the pane." >&2
        exit 1
    fi
    grep -q "The pane is not built" "$work/said"
    echo "The pane is not built, so that no wheel is made; the rest of this check is skipped." >&2
    exit 0
fi
"$root/.venv/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work" "$work/source"
"$root/.venv/bin/python" -m venv --without-pip "$work/venv"
pip() {
    "$root/.venv/bin/pip" --python "$work/venv/bin/python" "$@"
}
# The packages of requirements.txt are linked from .venv, where they were installed with their hashes; no others are seen.
"$root/.venv/bin/python" "$root/tests/link_packages.py" "$root/requirements.txt" \
    "$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
pip install --quiet --no-compile --no-deps "$work"/unsaid-*.whl
pip check # all that the wheel declares is there, in a version that it allows
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
"$unsaid" index build "$root/models/sample/corpus" --k 5 --out index >/dev/null # the dictionary is found, too
# What draws the figures of experiments is no part of it.
if "$unsaid" evaluate 20news-terms --out figures 2>said; then
    echo "Figures were drawn without matplotlib." >&2
    exit 1
fi
grep -q "pip install '.\[evaluate\]'" said
# The pane is found too, which the service answers with.
"$work/venv/bin/python" -c "
import re
from backend.settings import Settings
from backend.web.app import create_app

client = create_app(Settings.from_environment()).test_client()
page = client.get('/pane/')
script = re.search('src=.[.]/(assets/[^ ]+[.]js)', page.text)
assert page.status_code == 200 and script, page.status
assert client.get('/pane/' + script[1]).status_code == 200
"
echo "The wheel redacts a document by itself, and the result is clean."
