# Every target first installs the packages that it needs: `make run ARGS="--listen 127.0.0.1:9000"`.

ARGS ?=
ENGINE ?= docker
IMAGE ?= pass-simulator
SECONDS ?= 60
MUTANTS ?= 200
KILLS ?= $(if $(filter sqlite:%,$(STORE)),1000,200)
RACES ?= 10000

TOOLS := Tests/Tools
# Runs a command with its output in .build/logs, and prints its result.
STEP := $(TOOLS)/step.sh
BUILD_ALL := swift build --build-tests --explicit-target-dependency-import-check error
PYTEST := .venv/bin/python -m pytest
# Each process takes one file after another. The tests wait more than they compute, so three keep two cores busy.
PARALLEL := --numprocesses 3 --dist loadfile --no-loadscope-reorder
# A user's package, which depends on this one by its path. It has its own build folder.
EXAMPLE := --package-path Tests/ExamplePackage --scratch-path .build/example
ATTACHMENTS := .build/example/attachments
# Builds with a sanitizer have their own folders, so that the usual one stays as it is.
TSAN := --sanitize=thread --scratch-path .build/tsan
# SwiftPM has no UndefinedBehaviorSanitizer on Linux. The one for C alone, which traps at the defect, needs no library.
ASAN := --sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined --scratch-path .build/asan
# Code with a sanitizer is slow: with fewer tests at a time, each has a better chance to meet its deadlines.
FEW_TESTS := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2

.DEFAULT_GOAL := help
# Two targets that run at once would build in the same folder.
.NOTPARALLEL:
.PHONY: help run build test test-tls test-browser test-tsan test-asan test-mutants soak fuzz bench check image clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 16

run: build ## Build for release and serve; options go into ARGS
	@exec .build/release/pass-simulator $(ARGS)

# Progress goes to standard error: the standard output of `make run` carries the ready line alone.
build: ## Build the executable for release
	@$(TOOLS)/install.sh build >&2
	@$(TOOLS)/release.sh pass-simulator >&2

test: ## Run the Swift tests and the example package, then unmodified clients and hostile peers against the executable
	@echo "This takes less than half an hour on two cores. Output goes to .build/logs."
	@$(TOOLS)/install.sh build test
	@$(TOOLS)/venv.sh Tests/Clients/requirements.txt
	@$(TOOLS)/venv.sh Tests/Hostile/requirements.txt
	@$(STEP) build "Build" $(BUILD_ALL)
	@$(STEP) swift "Swift tests (known issues are tests that fail on purpose, to check what is reported)" swift test --skip-build
	@rm -rf $(ATTACHMENTS)
	@mkdir -p $(ATTACHMENTS)
	@$(STEP) example "Tests of the example package" swift test $(EXAMPLE) --attachments-path $(CURDIR)/$(ATTACHMENTS)
	@$(STEP) clients "Unmodified clients and hostile peers against the executable" $(PYTEST) $(PARALLEL) Tests/Clients Tests/Hostile Tests/Bench Tests/Tools

test-tls: ## Check the TLS of the executable with testssl.sh, which takes minutes
	@$(TOOLS)/install.sh build test tls
	@$(TOOLS)/venv.sh Tests/Hostile/requirements.txt
	@$(BUILD_ALL)
	@$(PYTEST) Tests/Hostile/testssl.py

test-browser: ## Log in with Chromium; screenshots go to .build/screenshots
	@$(TOOLS)/install.sh build test browser
	@$(TOOLS)/venv.sh Tests/Browser/requirements.txt
	@$(BUILD_ALL)
	@$(PYTEST) Tests/Browser

# The runtime's backtracer waits forever for a process that a sanitizer has stopped.
test-tsan: ## Run the Swift tests under ThreadSanitizer, then load the executable and look for races
	@$(TOOLS)/install.sh build test
	@$(FEW_TESTS) SWIFT_BACKTRACE=enable=no swift test $(TSAN)
	@PASS_SIMULATOR_BINARY=.build/tsan/debug/pass-simulator python3 Tests/Hostile/soak.py --seconds 20 --sanitized

# The test runner itself leaks, so only the executable is checked for leaks, under every kind of load.
test-asan: ## Run the Swift tests under AddressSanitizer, then load the executable and look for leaks
	@$(TOOLS)/install.sh build test
	@swift build --build-tests $(ASAN)
	@$(FEW_TESTS) SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 swift test --skip-build $(ASAN)
	@ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/$(TOOLS)/leaks.txt:print_suppressions=0 \
		PASS_SIMULATOR_BINARY=.build/asan/debug/pass-simulator \
		python3 Tests/Hostile/soak.py --seconds 20 --sanitized

test-mutants: ## Plant MUTANTS (200) defects one at a time and list those that no test notices, which takes more than an hour; FILE=part-of-a-path or MUTANT=name plants only those
	@$(TOOLS)/install.sh build test
	@python3 $(TOOLS)/mutants --mutants $(MUTANTS) $(if $(FILE),--file $(FILE)) $(if $(MUTANT),--mutant $(MUTANT))

soak: build ## Load the executable at full speed for SECONDS (60), then check memory, descriptors and threads; with STORE=sqlite:FILE, also kill it 1,000 times; with STORE=redis://…, kill two nodes and Redis 200 times and race the nodes against each other
	@$(TOOLS)/install.sh test
	@PASS_SIMULATOR_BINARY=.build/release/pass-simulator python3 Tests/Hostile/soak.py --seconds $(SECONDS) $(if $(STORE),--store $(STORE))
	@$(if $(STORE),$(TOOLS)/venv.sh Tests/Clients/requirements.txt)
	@$(if $(filter sqlite:%,$(STORE)),PASS_STORE_KILLS=$(KILLS) PASS_SIMULATOR_BINARY=.build/release/pass-simulator \
		$(PYTEST) -rP Tests/Hostile/test_store.py)
	@$(if $(filter redis:% rediss:%,$(STORE)),PASS_NODE_KILLS=$(KILLS) PASS_NODE_RACES=$(RACES) \
		PASS_SIMULATOR_BINARY=.build/release/pass-simulator \
		$(PYTEST) -rP Tests/Hostile/test_killed_nodes.py Tests/Hostile/test_store_network.py Tests/Clients/test_node_races.py)

fuzz: ## Fuzz the parsers, each for SECONDS (60); TARGET=name fuzzes one
	@$(TOOLS)/install.sh build
	@$(TOOLS)/fuzz.sh $(SECONDS) $(TARGET)

bench: ## Measure and compare with nginx and others; ROWS="plain tls" measures only these rows, RECORD=1 writes the table into the documentation
	@$(TOOLS)/install.sh build bench
	@$(TOOLS)/venv.sh Tests/Bench/requirements.txt
	@$(TOOLS)/release.sh pass-simulator
	@$(TOOLS)/release.sh pass-bench
	@.venv/bin/python Tests/Bench/bench.py $(ROWS) $(if $(RECORD),--record)

check: ## Check formatting and structure, then build everything with warnings as errors and the import check
	@$(TOOLS)/install.sh build python
	@swift format lint --strict --recursive --parallel Sources Tests Package.swift
	@python3 $(TOOLS)/structure.py
	@$(BUILD_ALL)

image: ## Build the container image
	@$(ENGINE) build --tag $(IMAGE) .

clean: ## Delete everything that was built and installed in this folder
	@rm -rf .build .venv
