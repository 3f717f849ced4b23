# build.mk - how objects, libraries and programs are made.
$(LIBRARY): ALL_CFLAGS += $(LIBRARY_CFLAGS)

$(SHARED): $(LIBRARY)
	$(call QUIET,LD) $(CC) $(SHARED_LDFLAGS) -o $@ $^ $(ALL_LIBS)
	@ln -sf $(@F) $(BUILD)/$(SONAME) && ln -sf $(SONAME) $(BUILD)/libtbk.so

# One object, in which hidden names are local, so that they cannot clash with those of a program; where that can be made.
$(BUILD)/libtbk.a: $(LIBRARY)
	$(call QUIET,AR) rm -f $@ && $(if $(localizes),$(CC) -r -nostdlib -o $(BUILD)/libtbk.o $^ && \
	  $(OBJCOPY) --localize-hidden $(BUILD)/libtbk.o && ar rcs $@ $(BUILD)/libtbk.o,\
	  echo "  hidden names stay in $@: there is no $(OBJCOPY) that makes them local" && ar rcs $@ $^)

# Tests look into the library, so they are made of its objects. At the start each name is looked for in one library after the
# other, and most of all names are the C library's. So it comes first, after what LDFLAGS names, unless a sanitizer must.
$(BUILD)/tbk: FIRST_LIBS = $(if $(SANITIZE),,-lc)
$(BUILD)/tbk: $(PROGRAM) $(LIBRARY) $(if $(TSAN),$(BUILD)/tests/threads/mutexes.o) $(EXIT)
	$(call QUIET,LD) $(CC) $(if $(HARDENING),-pie) -o $@ $^ $(ALL_LIBS)

# The objects alone, for `make web`, which links them by another program.
$(BUILD)/objects.txt: $(PROGRAM) $(LIBRARY)
	@printf '%s\n' $^ > $@

$(TESTS) $(FUZZED:%=$(BUILD)/tests/fuzz/fuzz_%.o): ALL_CFLAGS += $(shell pkg-config --cflags $(TEST_PACKAGES))
$(BUILD)/check-library: $(TESTS) $(LIBRARY) $(EXIT)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS) $(shell pkg-config --libs $(TEST_PACKAGES)) \
	  $(if $(filter bzip2,$(OPTIONAL)),-lbz2) -lcriterion

# The rooms that reckon with Real in double precision, the others as they are.
$(BUILD)/check-gradients: $(DOUBLE) $(filter-out $(BUILD)/src/learn/% $(BUILD)/src/parser/%,$(LIBRARY))
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS) -lcriterion

$(BUILD)/bench: $(BENCH) $(BUILD)/tests/brute/trees.o $(LIBRARY)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

# The program without main(), whose commands targets run.
FUZZ_SHARED := $(call objects,tests/fuzz/fuzz.c tests/fuzz/commands.c) $(filter-out $(BUILD)/tools/main.o,$(PROGRAM))
FUZZ_WRAPPED = -Wl,--wrap=tool_message,--wrap=tool_announce_terminal,--wrap=corpus_find_files \
               -Wl,--wrap=files_find,--wrap=gnuplot_draw

# With both sanitizers compilers take minutes for each of these, and half an hour with coverage besides; their reads and writes are
# watched all the same.
ifneq ($(FUZZING)$(SAN),)
$(call objects,$(wildcard src/tabular/lanes_*.c src/tabular/chart_*s.c)): SANITIZE = -fsanitize=address -fno-omit-frame-pointer -DTBK_SANITIZED -O1
endif

# Half of the time of compiling these is for what a debugger knows of their inlined loops; lines suffice.
$(call objects,$(wildcard src/tabular/chart_*s.c)): ALL_CFLAGS += $(if $(filter -g,$(CFLAGS)),-g1)

$(BUILD)/replay-%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(FUZZ_SHARED) $(LIBRARY)
	$(call QUIET,LD) $(CC) $(FUZZ_WRAPPED) -o $@ $^ $(ALL_LIBS) $(shell pkg-config --libs $(TEST_PACKAGES))

$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/fuzz_%.o $(FUZZ_SHARED) $(LIBRARY)
	$(call QUIET,LD) $(CC) -fsanitize=fuzzer $(FUZZ_WRAPPED) -o $@ $^ $(ALL_LIBS) $(shell pkg-config --libs $(TEST_PACKAGES))

$(BUILD)/exhaustive: $(BUILD)/tests/exhaustive/exhaustive.o $(BUILD)/tests/brute/trees.o $(LIBRARY)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

$(BUILD)/figures: $(FIGURES) $(BUILD)/tests/brute/trees.o $(LIBRARY)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

# Tests look at what came of calls, more than at what these tell.
$(BUILD)/tests/%.o $(BUILD)/double/tests/%.o: ALL_CFLAGS += -Wno-unused-result
$(BUILD)/double/%.o: ALL_CFLAGS += -DTBK_DOUBLE
$(BUILD)/double/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC) $(CC) $(ALL_CFLAGS) -c -o $@ $<

# Styles and scripts of pages are headers with a string, without comments that are whole lines; lines have no indentation and
# styles no line ends.
TEXTS := $(patsubst %,$(BUILD)/%.h,$(wildcard src/*/*.css src/*/*.js))
no_comments = /^\/\*.*\*\/$$/d; /^\/\*/,/\*\/$$/d
string_of   = { echo 'static const char $(basename $(notdir $<))_$(1)[] ='; sed -e '$(no_comments); $(2)' $<; echo ';'; } > $@
$(BUILD)/%.css.h: %.css mk/build.mk
	@mkdir -p $(@D)
	@$(call string_of,css,s/^ *//; s/[\\"]/\\&/g; s/.*/  "&"/)
$(BUILD)/%.js.h: %.js mk/build.mk
	@mkdir -p $(@D)
	@$(call string_of,js,s/[\\"]/\\&/g; s/.*/  "&\\n"/)
$(LIBRARY): | $(TEXTS)

# The compiler and its flags, written where they are others than before: then all is compiled anew. They are those of no target:
# which target asks first for this file differs from run to run.
FLAGS := $(strip $(CC) $(ALL_CFLAGS) $(LIBRARY_CFLAGS) $(LDFLAGS))
$(BUILD)/flags: always
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(FLAGS))' > $@
.PHONY: always

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC) $(CC) $(ALL_CFLAGS) -c -o $@ $<

-include $(patsubst %.o,%.d,$(LIBRARY) $(DOUBLE) $(PROGRAM) $(TESTS) $(BENCH) $(FIGURES) $(FUZZ_SHARED) \
  $(FUZZED:%=$(BUILD)/tests/fuzz/fuzz_%.o))
