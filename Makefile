# Every target installs what it lacks, then works: `make run ARGS="--listen 127.0.0.1:9000"`.

ARGS ?=
ENGINE ?= docker
IMAGE ?= pass-simulator
SECONDS ?= 60

TOOLS := Tests/Tools
# Runs a command with its output in .build/logs, and prints what came of it.
STEP := $(TOOLS)/step.sh
BUILD_ALL := swift build --build-tests --explicit-target-dependency-import-check error
PYTEST := .venv/bin/python -m pytest
# Somebody else's package, which depends on this one by its path; it has a folder of its own for what it builds.
EXAMPLE := --package-path Tests/ExamplePackage --scratch-path .build/example
ATTACHMENTS := .build/example/attachments
# Builds with a sanitizer have folders of their own, too, so that the usual one stays as it is.
TSAN := --sanitize=thread --scratch-path .build/tsan
# SwiftPM knows no UndefinedBehaviorSanitizer on Linux; that of C alone, which stops at the place, needs no library.
ASAN := --sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined --scratch-path .build/asan

.DEFAULT_GOAL := help
# Two targets at once would build in the same folder.
.NOTPARALLEL:
.PHONY: help run build test test-tls test-browser test-tsan test-asan soak fuzz bench check image clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 16

run: build ## Build for release and serve; options go into ARGS
	@exec .build/release/pass-simulator $(ARGS)

# Progress goes to standard error: the standard output of `make run` carries the ready line alone.
build: ## Build the executable for release
	@$(TOOLS)/install.sh build >&2
	@$(TOOLS)/release.sh pass-simulator >&2

test: ## Run the Swift tests, those of the example package, then unmodified clients and hostile peers against the executable
	@echo "This takes about fifteen minutes on two cores. Output goes to .build/logs."
	@$(TOOLS)/install.sh build test
	@$(TOOLS)/venv.sh Tests/Clients/requirements.txt
	@$(TOOLS)/venv.sh Tests/Hostile/requirements.txt
	@$(STEP) build "Build" $(BUILD_ALL)
	@$(STEP) swift "Swift tests (known issues are tests that fail on purpose, to see what is reported)" swift test --skip-build
	@rm -rf $(ATTACHMENTS)
	@mkdir -p $(ATTACHMENTS)
	@$(STEP) example "Tests of the example package" swift test $(EXAMPLE) --attachments-path $(CURDIR)/$(ATTACHMENTS)
	@$(STEP) clients "Unmodified clients and hostile peers against the executable" $(PYTEST) Tests/Clients Tests/Hostile Tests/Bench Tests/Tools

test-tls: ## Let testssl.sh judge the TLS of the executable, which takes minutes
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
	@SWIFT_BACKTRACE=enable=no swift test $(TSAN)
	@PASS_SIMULATOR_BINARY=.build/tsan/debug/pass-simulator python3 Tests/Hostile/soak.py --seconds 20 --sanitized

# The test runner leaks on its own, so leaks are looked for in the executable, under every kind of load.
test-asan: ## Run the Swift tests under AddressSanitizer, then load the executable and look for leaks
	@$(TOOLS)/install.sh build test
	@swift build --build-tests $(ASAN)
	@SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 swift test --skip-build $(ASAN)
	@ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/$(TOOLS)/leaks.txt:print_suppressions=0 \
		PASS_SIMULATOR_BINARY=.build/asan/debug/pass-simulator \
		python3 Tests/Hostile/soak.py --seconds 20 --sanitized

soak: build ## Load the executable at full speed for SECONDS (60) and look at what is left of it
	@$(TOOLS)/install.sh test
	@PASS_SIMULATOR_BINARY=.build/release/pass-simulator python3 Tests/Hostile/soak.py --seconds $(SECONDS)

fuzz: ## Look for inputs that break what reads bytes: SECONDS=60 a target, TARGET=name for one
	@$(TOOLS)/install.sh build
	@$(TOOLS)/fuzz.sh $(SECONDS) $(TARGET)

bench: ## Measure beside nginx and others; ROWS="plain tls" measures some, RECORD=1 records the table
	@$(TOOLS)/install.sh build bench
	@$(TOOLS)/venv.sh Tests/Bench/requirements.txt
	@$(TOOLS)/release.sh pass-simulator
	@$(TOOLS)/release.sh pass-bench
	@.venv/bin/python Tests/Bench/bench.py $(ROWS) $(if $(RECORD),--record)

check: ## Lint, look at the structure, then build everything with warnings as errors and the import check
	@$(TOOLS)/install.sh build python
	@swift format lint --strict --recursive --parallel Sources Tests Package.swift
	@python3 $(TOOLS)/structure.py
	@$(BUILD_ALL)

image: ## Build the container image
	@$(ENGINE) build --tag $(IMAGE) .

clean: ## Delete what was built and installed here
	@rm -rf .build .venv
