# Everything a person does with a checkout. `make help` lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
REGISTRY := .cache/sample-registry
OUT := out
TOGETHER ?= 4
WORDNET ?= /usr/share/wordnet
GAZETTEERS ?= ../shared/data/gazetteers
# Tests of one file share what they start, so that of several processes each takes whole files.
IN_PROCESSES := -n $(TOGETHER) --dist loadfile --no-loadscope-reorder
WORDHOST := addin/wordhost/node_modules/.package-lock.json
PANE := addin/dist/index.html
PANE_TOOLS := addin/node_modules/.package-lock.json
PANE_SOURCES := $(shell find addin/src addin/public addin/index.html addin/vite.config.ts addin/package.json -type f 2>/dev/null)
SAMPLE := models/sample/steering-committee-report.docx
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Python keeps what it has compiled, also where the environment forbids it: without, each of the hundreds of processes that
# tests start compiles every package that it imports.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run check quick quick-tests attacks thorough bench fuzz experiments ner taxonomy lint types layers modules pane api test word wheel lower lock clean

help: ## list what can be done
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

run: export UNSAID_DATA = $(CURDIR)/.cache/try-out
run: $(VENV)/.runtime $(PANE) $(WORDHOST) ## train the sample client models, redact the sample document, print the report, serve it and a page to try the pane without Word (ONCE=1 stops before)
	@rm -rf $(REGISTRY) "$(UNSAID_DATA)/registry-key" # what vouches for the models goes with them
	@$(BIN)/unsaid train models/sample/corpus --registry $(REGISTRY) --name sample
	@$(BIN)/unsaid redact $(SAMPLE) --out $(OUT) --client "Halden & Rook" --k 5 --registry $(REGISTRY) \
		--report .cache/sample-report.json
	@$(BIN)/unsaid verify $(OUT) --report .cache/sample-report.json --registry $(REGISTRY)
	@$(if $(ONCE),,if [ -f $(PANE) ] && [ -f $(WORDHOST) ]; then \
		$(BIN)/python -m addin.wordhost.try_out --registry $(REGISTRY) --pane $(dir $(PANE)); \
		else $(BIN)/unsaid serve --registry $(REGISTRY); fi)

check: ## everything that decides whether a change lands (TOGETHER=1: tests in one process)
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync) \
		types pane $(WORDHOST) $(VENV)/.compiled wheel lint layers
	@$(MAKE) --no-print-directory test

quick: $(VENV)/.dev ## the inner loop: linters, types, layers, quick unit tests; stops at the first failure
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync) lint layers types quick-tests

quick-tests: $(VENV)/.dev
	$(BIN)/python -m pytest -q -x --quick $(IN_PROCESSES)

attacks: $(VENV)/.dev ## every attack on rows of the store, also on PostgreSQL, of which `make check` makes one of each kind; every request of every limited account; and more processes that are killed
	$(BIN)/python -m pytest tests/storage/test_attacks_on_rows.py tests/storage/test_attacks_on_schema.py tests/storage/test_attacks_at_random.py tests/storage/test_attacks_between_installations.py tests/storage/test_random_sequences.py tests/storage/test_registry_and_store_at_random.py tests/storage/test_rotations_killed.py tests/web/test_rights.py -q --all-attacks --thorough
	UNSAID_TEST_KILLS=8 $(BIN)/python -m pytest tests/worker/test_killed_workers.py -q

thorough: $(VENV)/.dev $(WORDHOST) $(PANE) ## the tests that `make check` leaves out, and more examples of what is drawn
	$(BIN)/python -m pytest -q --thorough -m "thorough or hypothesis" $(IN_PROCESSES)

bench: $(VENV)/.dev ## speed and quality beside the peers, as ratios of the same run (RECORD=1 writes docs/performance.md)
	$(BIN)/python -m pytest tests/benchmarks -q -s --benchmark-columns=median,stddev \
		$(if $(RECORD),--record)

fuzz: $(VENV)/.dev ## 10,000 documents changed by chance, each redacted within 10 s and 1 GB (FILES=number, SEED=another)
	$(BIN)/python -m tests.hostile.fuzz $(if $(FILES),--files $(FILES)) $(if $(SEED),--seed $(SEED))

experiments: $(VENV)/.dev ## repeat the papers' experiments and write docs/experiments.md (DATA=folder of the data)
	$(BIN)/unsaid evaluate all --out docs $(if $(DATA),--data $(DATA))

# Faker draws some towns from a set, whose order is the same only where the seed of hashes is.
ner: ## train the language model for names from the public data and write models/ner (DATA=folder of the data; about an hour; goes on where it was stopped)
	$(PYTHON) -m venv .cache/ner
	.cache/ner/bin/pip install -q --require-hashes -r requirements.txt
	.cache/ner/bin/pip install -q torch==2.13.0
	.cache/ner/bin/pip install -q --no-build-isolation -e '.[ner]'
	PYTHONHASHSEED=0 .cache/ner/bin/python -m backend.ner_training $(if $(DATA),--data $(DATA))

taxonomy: $(VENV)/.dev ## make models/taxonomy from the files of WordNet (Debian's wordnet-base; WORDNET=folder of other ones) and lists of places (GAZETTEERS=folder)
	@[ -d $(WORDNET) ] || apt-get install -y -qq --no-install-recommends wordnet-base
	$(BIN)/python -m backend.taxonomy.wordnet_files $(WORDNET) models/taxonomy
	@if [ -d $(GAZETTEERS) ]; then $(BIN)/python -m backend.taxonomy.gazetteer_files $(GAZETTEERS) models/taxonomy; \
		else echo "There are no lists of places in $(GAZETTEERS), so the tables of places stay as they are; set GAZETTEERS=folder." >&2; fi

modules: ## make docs/modules.md anew from the docstrings
	@$(BIN)/python -m tests.module_list > docs/modules.md

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

pane: $(PANE) ## build the pane of Word, lint, type-check and test it
	@if [ -f $(PANE_TOOLS) ]; then npm run --silent --prefix addin check; fi

api: $(VENV)/.runtime $(PANE_TOOLS) ## make the pane's types anew from the description of the routes
	@mkdir -p .cache
	$(BIN)/python -m tests.web.description > .cache/openapi.json
	addin/node_modules/.bin/openapi-typescript .cache/openapi.json -o addin/src/api/types.ts

$(PANE): $(PANE_TOOLS) $(PANE_SOURCES)
	@if [ -f $(PANE_TOOLS) ]; then npm run --silent --prefix addin build -- --logLevel warn && touch $@; fi

$(PANE_TOOLS): addin/package-lock.json
	@npm ci --ignore-scripts --silent --prefix addin && touch $@ || \
		echo "Without npm (Node 20.19 or newer) the pane is not built, and its tests are skipped." >&2

test: $(VENV)/.dev $(WORDHOST) $(PANE)
	$(BIN)/python -m pytest -q $(IN_PROCESSES)

word: $(VENV)/.dev $(WORDHOST) ## open the sample document with the questions for Word beside it (FILE=document, FOLDER=another pane, SERVICE=address)
	$(BIN)/python -m addin.wordhost.http_host $(FILE) $(if $(FOLDER),--pane $(FOLDER)) $(if $(SERVICE),--service $(SERVICE))

$(WORDHOST): addin/wordhost/package-lock.json
	@npm ci --ignore-scripts --silent --prefix addin/wordhost && touch $@ || \
		echo "Without npm (Node 20 or newer) the tests that run the library of Office are skipped." >&2

wheel: $(VENV)/.dev $(PANE) ## build the wheel and redact with it alone, from another folder
	sh tests/wheel.sh

lower: ## start Unsaid with the oldest version of each dependency that pyproject.toml allows (from PyPI; some minutes)
	sh tests/lower.sh $(PYTHON)

lock: ## pin every dependency with its hashes
	$(PYTHON) -m venv .cache/lock && .cache/lock/bin/pip install -q pip-tools
	sh tests/lock.sh

clean: ## remove what the other targets made
	rm -rf $(VENV) .cache $(OUT) build *.egg-info addin/dist addin/node_modules addin/wordhost/node_modules

$(VENV)/.runtime: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Unsaid needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Unsaid needs into $(VENV) …"
	@$(BIN)/pip install -q --no-compile --require-hashes -r requirements.txt
	@$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	@touch $@

# After what Unsaid needs: in one installation with `pydantic[email]`, pip before 23.3 looks for a newer `pydantic`.
$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@$(BIN)/pip install -q --no-compile --require-hashes -r requirements-dev.txt
	@touch $@

# pytest compiles the tests with their assertions. Processes of tests begin together, so that each would compile all of them.
$(VENV)/.compiled: $(VENV)/.dev
	@said=$$($(BIN)/python -m pytest -q --collect-only 2>&1) || { echo "$$said" | tail -n 60 >&2; exit 1; }
	@touch $@
