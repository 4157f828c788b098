#!/bin/sh
# Pin every dependency, for running and for developing, with hashes and without registry addresses.
set -eu
compile() {
    CUSTOM_COMPILE_COMMAND="make lock" .cache/lock/bin/pip-compile --quiet --strip-extras --allow-unsafe \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-annotate "$@"
}
compile --all-build-deps --output-file requirements.txt pyproject.toml
compile --all-build-deps --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml
