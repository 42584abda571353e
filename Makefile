PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo law test check format bench paper clean

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PY) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[serve,pdf,milvus,browser,dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/przepis demo

# The real law: from reference data beside the checkout where there is some, else from the public archive.
LAW := $(wildcard ../shared/data/statutes-current.tar.zst ../shared/data/regulations-current.tar.zst)
law: $(STAMP)
	$(BIN)/przepis setup $(foreach archive,$(LAW),--from $(archive))

# The extras make the engine contract run on a real Milvus, and the page in a browser where Chromium is found.
test: $(STAMP)
	$(BIN)/python -m pytest -n 2

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/contract

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

# Every table and figure of the paper's systems from recorded answers: no model is asked. A recorded answer belongs to
# the very lists it was given for, so the tables are printed by the revision that recorded them, encoder and all.
# DATA has the statutes, the examinations and the queries (docs/evaluation.md); PAPER_HOME gets the corpus and its index.
RECORDED_BY := a23e206
PAPER_SRC := build/paper-src
PAPER_HOME ?= build/paper-home
DATA ?= ../shared/data
RECORDED = --recording benchmarks/recorded-answers.jsonl
PAPER = cd $(PAPER_SRC) && PYTHONPATH=src $(abspath $(BIN))/python -m
paper: $(STAMP)
	test -d $(PAPER_SRC) || git worktree add --detach $(PAPER_SRC) $(RECORDED_BY)
	$(PAPER) benchmarks.paper_home --home $(abspath $(PAPER_HOME)) --data $(abspath $(DATA))
	$(PAPER) benchmarks.model_systems run --home $(abspath $(PAPER_HOME)) --data $(abspath $(DATA)) $(RECORDED) --out $(abspath build/paper)
	$(PAPER) benchmarks.variants --home $(abspath $(PAPER_HOME)) --data $(abspath $(DATA)) $(RECORDED)
	$(BIN)/python -m benchmarks.results_page --models build/paper/report/report.md --page docs/results.md

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
