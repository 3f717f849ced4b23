# check.mk - tests.
check: ## build and run every test
# What takes longest first, so that with -j none is waited for alone.
check: check-commands check-faults check-library check-plain check-python check-docs check-experiments check-fuzz check-install \
  check-bootstrap check-flags check-rooms check-symbols check-hardening check-headers

check-times: $(BUILD)/tbk ## run `make check`, and list the tests that take longest
	@MAKE='$(MAKE)' tests/times.sh

check-rooms: $(LIBRARY) $(PROGRAM) ## check what the rooms of src/ include and call, circles of files, and names
	@tests/check-rooms.sh $^
	@tests/mutate/mutate.py -n 0 # whether the lines it explains are there

check-flags: ## check that other flags compile anew, and the same do not
	MAKE='$(MAKE)' tests/flags.sh

check-bootstrap: ## check what ./bootstrap says where packages can be had, and where not
	tests/bootstrap.sh

check-symbols: library ## check that the libraries export what the public headers declare, nothing else
	tests/symbols.sh $(SHARED) $(BUILD)/libtbk.a

check-hardening: $(BUILD)/tbk library ## check that program and shared library are hardened as far as the compiler knows how
	$(if $(HARDENING),tests/hardening.sh $(BUILD)/tbk $(SHARED) $(HARDENING),@echo "hardening: skipped beside sanitizers")

check-headers: ## check that each public header can be included alone, in C and in C++
	CC='$(CC)' CXX='$(CXX)' PACKAGES='$(PACKAGES)' tests/headers.sh

# Those before make manual pages and completion in the same folders.
check-install: $(if $(filter check,$(MAKECMDGOALS)),check-docs check-runs)
check-install: $(BUILD)/tbk library ## install into a temporary folder, build programs over what is there, and uninstall
	MAKE='$(MAKE)' CC='$(CC) $(SANITIZE)' CXX='$(CXX) $(SANITIZE)' tests/install.sh

check-library: $(BUILD)/check-library $(BUILD)/check-gradients ## unit tests, brute force, vectors, real treebanks (TBK_CORPORA)
	@[ -w /dev/shm ] || { echo "check-library: Criterion needs a folder /dev/shm to write in; root makes one:"; \
	  echo "  mkdir -p /dev/shm && mount -t tmpfs -o mode=1777 tmpfs /dev/shm"; exit 3; }
	@$(if $(SAN),tests/sanitized.sh $(BUILD)) tests/library.sh $(BUILD) '$(FILTER)'

# What is asked is whether it works, so it is built without optimization, in half the time.
PLAIN_SUITES = tests/brute/trees.c $(addprefix tests/unit/io/test_,stream.c compressed.c library.c output*.c) \
               tests/unit/conllu/test_conllu*.c
check-plain: ## the tests of streams and of CoNLL-U as they are on other machines: without libraries, Linux and the tools of GNU
ifeq ($(PLAIN),0)
	$(MAKE) PLAIN=1 BUILD=$(BUILD)/plain CC='$(CURDIR)/tests/elsewhere.sh $(CC)' OBJCOPY=false \
	  CPPFLAGS='$(CPPFLAGS) -include tests/elsewhere.h' \
	  CFLAGS='$(filter-out -O% -g%,$(CFLAGS)) -O0' SUITES='$(PLAIN_SUITES)' all library $(BUILD)/plain/check-library
	G_DEBUG=fatal-warnings $(BUILD)/plain/check-library --short-filename
endif

$(BUILD)/preload.so: tests/faults/preload.c
	@mkdir -p $(@D)
	$(call QUIET,LD) $(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -shared -fPIC -o $@ $< -ldl

check-faults: $(BUILD)/tbk $(if $(SAN),,$(BUILD)/preload.so) ## runs in which a call of the system fails; FAULTS=all: each in turn
ifdef SAN
	@echo "faults: skipped under sanitizers, which have a malloc of their own"
else
	$(call with_python,$(if $(COVERAGE),TBK_COVERAGE=1) tests/faults/inject.py $(BUILD)/tbk $(BUILD)/preload.so $(FAULTS))
endif
	$(call with_python,tests/faults/kill.py $(BUILD)/tbk 20)

.SECONDARY: $(FUZZED:%=$(BUILD)/tests/fuzz/fuzz_%.o)

check-fuzz: $(FUZZED:%=$(BUILD)/replay-%) ## what fuzzing began with, and what it found
	tests/fuzz/corpus.sh unpack $(BUILD)/corpus
	set -e; for target in $(FUZZED); do $(BUILD)/replay-$$target $(BUILD)/corpus/$$target; done

SECONDS ?= 60
fuzz: ## fuzz the target FUZZ for SECONDS, with Clang's libFuzzer and sanitizers; new inputs into build/fuzz
	MAKE='$(MAKE)' tests/fuzz/fuzz.sh "$(FUZZ)" $(SECONDS) $(FUZZED)

check-threads: ## every command by eight threads, under ThreadSanitizer
	$(MAKE) TSAN=1 build/tsan/tbk
	tests/threads/threads.sh build/tsan/tbk

check-kill: $(BUILD)/tbk ## runs killed at KILLS (1000) random moments: each file is the old one or the new one
	tests/faults/kill.py $< $(or $(KILLS),1000)

check-damage: $(BUILD)/tbk ## compressed files cut at every byte, and with FLIPS bits flipped
	tests/faults/damage.py $(BUILD)/tbk $(or $(FLIPS),1000)

check-doubling: $(BUILD)/tbk ## how the time of commands grows where input of eleven shapes doubles; half an hour
	tests/doubling.py $(BUILD)/tbk

check-exhaustive: $(BUILD)/exhaustive $(BUILD)/check-library ## all trees of 8 words, all configurations of 5, by definition
	$(BUILD)/exhaustive
	TBK_TEST_SCALE=1 $(BUILD)/check-library --short-filename --filter 'system_graph/*'

check-long: $(BUILD)/check-library ## the exact oracles on millions of random configurations
	TBK_TEST_SCALE=$${TBK_TEST_SCALE:-100} $(BUILD)/check-library --short-filename --filter 'oracle_exact/*'

# Every test of the command line, in parts that run side by side with -j.
COMMANDS = cli runs browser corpora oracles brute
check-commands: $(COMMANDS:%=check-%) ## every test of the command line: check-cli, -runs, -browser, -corpora, -oracles, -brute

# with_python = SCRIPT ARGUMENTS: a line that runs the script of Python, where that is.
with_python = if command -v python3 >/dev/null; then $(1); else echo "skipped: there is no python3"; fi
# each = SCRIPT...: the scripts are given the program, one after the other.
each  = $(firstword $(1)) $(BUILD)/tbk $(foreach script,$(wordlist 2,99,$(1)),&& $(script) $(BUILD)/tbk)
BRUTE = evaluate punct evaluate_groups evaluate_phrases evalb align align_vectors figures intervals runs lengths questions \
        expressions

check-cli: $(BUILD)/tbk
	tests/accept.sh
	@$(call with_python,tests/cli.py $<)

check-runs: $(BUILD)/tbk
	tests/faults/run.sh $<
	tests/terminal.sh $<
	data/demo.sh $< | grep -x 'byte for byte the same'
	$(call with_python,tests/outputs.py $< && tests/empty_fields.py $<)
	tests/scripts.sh $<
	tests/examples.sh $<
	packaging/completion.sh $< $(BUILD)/completion && tests/completion.sh $< $(CURDIR)/$(BUILD)/completion
	tests/threads/threads.sh $<

check-browser: $(BUILD)/tbk
	tests/browser/run.sh $<
	tests/latex.sh $<

check-corpora: $(BUILD)/tbk
	$(call each,$(addprefix tests/corpora/,run.sh parts.sh phrases.sh tags.sh))

check-oracles: $(BUILD)/tbk
	$(call each,$(addprefix tests/corpora/,compare-oracles.sh parser.sh))

check-brute: $(BUILD)/tbk
	$(call with_python,$(call each,$(BRUTE:%=tests/brute/%.py) tests/corpora/releases.py) && tests/vectors/recompute.py)

accept: $(BUILD)/tbk ## show where the command line differs from tests/cli, and take it if you say yes (YES=1); FILTER='stats'
	@TBK_ACCEPT=$(if $(YES),yes,ask) tests/cli.py $< $(if $(FILTER),'$(FILTER)')

check-python: $(BUILD)/tbk $(SHARED) ## test the Python package, where there is a PYTHON with cffi, NumPy and pytest
	$(RUN_PYTHON) -m pytest -q -p no:cacheprovider --confcutdir=python python/tests $(if $(FILTER),-k '$(FILTER)')
	$(if $(FILTER),,$(RUN_PYTHON) tests/brute/stars.py $(BUILD)/tbk 1 data/en.conllu data/la.conllu data/phrases.psd)

check-docs: $(BUILD)/tbk $(SHARED) ## run the commands of README.md and docs/; links, sentences, stable names; the site by pandoc
	@if command -v python3 >/dev/null; then $(if $(SAN),TBK_NO_PYTHON=1) tests/docs.py $(BUILD)/tbk && tests/english.py \
	  && tests/names.py $(BUILD)/tbk; \
	else echo "skipped: there is no python3"; fi
	@if command -v python3 >/dev/null && command -v pandoc >/dev/null; then $(MAKE) docs && tests/site.py $(BUILD)/site; \
	else echo "skipped: the pages of the site, which need pandoc and python3"; fi

check-experiments: $(BUILD)/tbk $(BUILD)/figures ## the scripts of the experiments, on treebanks of data/
	tests/experiments.sh $^

check-networks: $(BUILD)/tbk ## what networks learn from real treebanks (TBK_CORPORA): ten minutes of processor time
	tests/corpora/networks.sh $(BUILD)/tbk

check-valgrind: $(BUILD)/tbk ## a tenth of the tests of the command line, under valgrind
	TBK_VALGRIND=1 tests/cli.py $(BUILD)/tbk 'input#what-*' 'compressed#compressed-*' 'errors#bad-sentences-left-out' \
	  'output#where-*' \
	  'projectivize#marks' 'restore#tbk-restore' 'stats#tbk-stats' 'stats-measures#classes-of-trees' agree convert-tags \
	  encodings evaluate-phrases find reorder transitions update word-order

check-cluster: $(BUILD)/tbk ## runs in parts: on this machine, and by Slurm where sbatch reaches a cluster
	tests/cluster.sh $(BUILD)/tbk

check-fresh: ## README's commands and Debian's packages on empty systems: SUITE=bookworm, trixie or both; takes root
	tests/fresh.sh $(or $(SUITE),bookworm trixie)

check-cross: ## build for aarch64 and i386 and test there, where compilers and libraries for them are installed
	MAKE='$(MAKE)' tests/cross.sh

trust: $(BUILD)/tbk ## all that takes long, and a page of what it found: reports/trust.md
	tests/trust.sh reports/trust.md $(or $(SECONDS),60) $(or $(N),20)

mutate: ## N (20) changes of one token in PATHS, each built and tested: which are not noticed
	tests/mutate/mutate.py -n $(or $(N),20) -s $(or $(SEED),1) $(PATHS)

analyze: ## static analysis by GCC, clang-tidy and cppcheck
	tests/analyze.sh $(filter-out -MMD -MP,$(ALL_CFLAGS)) -Werror

house: ## print how large the code is: lines, files, headers, exports, comments in each room
	@tests/house.py

coverage: ## which lines and branches the tests reach: build/coverage/index.html
	@command -v gcovr >/dev/null || { echo 'coverage: there is no gcovr' >&2; exit 3; }
	$(MAKE) COVERAGE=1 CFLAGS='-O1 -g' check-library check-fuzz check-faults check-commands check-python
	gcovr --root . --filter 'src/|tools/' --exclude-unreachable-branches --exclude-throw-branches --print-summary \
	  --html-details build/coverage/index.html --txt build/coverage/files.txt build/coverage
	tests/coverage/unreached.py build/coverage tests/coverage/unreached.txt
