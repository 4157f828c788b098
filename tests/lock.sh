#!/bin/sh
# Pin every dependency, for running and for developing, with hashes and without registry addresses.
# Extras stay in the lock: pip before 23.3 looks for a newer release of `pydantic[email]` where `pydantic` alone is pinned.
set -eu
compile() {
    CUSTOM_COMPILE_COMMAND="make lock" .cache/lock/bin/pip-compile --quiet --no-strip-extras --allow-unsafe \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-annotate "$@"
}
compile --all-build-deps --output-file requirements.txt pyproject.toml
compile --all-build-deps --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml
