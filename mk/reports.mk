# reports.mk - measurements and experiments.
bench: $(BUILD)/tbk $(SHARED) $(BUILD)/bench ## measure; TSV: name value unit goal
	$(BUILD)/bench $(BUILD)/tbk
	$(RUN_PYTHON) tests/bench/bench_python.py

TREEBANKS ?= $(if $(TBK_CORPORA),$(TBK_CORPORA)/ud/r2.2,data)
EVERY     ?= 1
# Of so many sentences, one is timed.
TIMED     ?= $(if $(TBK_CORPORA),10,1)
REPORTS   ?= reports/$(if $(TBK_CORPORA),ud-r2.2,data)

QUEUE = TREEBANKS='$(TREEBANKS)' reports/make/queue.sh $(BUILD)/done/$(REPORTS)

reports: $(BUILD)/tbk $(BUILD)/figures ## tables and plots of the treebanks in TREEBANKS, into REPORTS; goes on if it broke off
	$(QUEUE) choices reports/make/report_choices.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	$(QUEUE) compare reports/make/report_compare.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS) $(EVERY)
	$(QUEUE) pseudo reports/make/report_pseudo.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	$(QUEUE) lengths reports/make/report_lengths.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	$(QUEUE) times reports/make/report_times.sh $(BUILD)/tbk $(BUILD)/figures $(TREEBANKS) $(REPORTS) $(TIMED)
	$(QUEUE) coverage reports/make/report_coverage.sh $(BUILD)/tbk $(BUILD)/figures $(TREEBANKS) $(REPORTS)
	$(if $(TBK_CORPORA),$(QUEUE) repair reports/make/report_repair.py $(BUILD)/tbk $(TBK_CORPORA)/ud reports/repair)
	$(if $(TBK_CORPORA),$(QUEUE) order reports/make/report_order.py $(BUILD)/tbk $(TBK_CORPORA)/ud reports/word-order)
	$(if $(TBK_CORPORA),$(QUEUE) tags reports/make/report_tags.sh $(BUILD)/tbk $(TBK_CORPORA)/ud reports/tags)

DRAW = reports/make/draw.sh $(BUILD)/tbk

pictures: $(BUILD)/tbk $(BUILD)/figures ## README's picture, the gallery and the plots of reports anew; those of whole treebanks with TBK_CORPORA
	tests/docs.py --write $(BUILD)/tbk docs/gallery.md docs/guides/annotators.md
	$(DRAW) '$(TREEBANKS)' reports/ud-r2.2 times critical scaling pseudo nonprojective $(if $(TBK_CORPORA),choices lengths)
	$(DRAW) '' reports/word-order order
ifneq ($(TBK_CORPORA),)
	rm -rf $(BUILD)/newer && mkdir -p $(BUILD)/newer
	for release in 15 16 17 18; do ln -s '$(TBK_CORPORA)'/ud/r2.$$release/*.conllu.gz $(BUILD)/newer; done
	$(DRAW) $(BUILD)/newer reports/ud-newer lengths
endif

history: $(BUILD)/tbk ## what became of findings of tbk check from the oldest to the newest releases, into reports/check
	@[ -n '$(TBK_CORPORA)' ] || { echo "history: TBK_CORPORA names the folder of the treebanks, and is not set"; exit 3; }
	reports/make/report_history.py $< $(TBK_CORPORA)/ud reports/check

scaling: $(BUILD)/tbk $(BUILD)/figures ## tables and plots of throughput over size, threads and length, into REPORTS; some minutes
	reports/make/report_scaling.sh $^ $(TREEBANKS) $(REPORTS)

# Of data/, treebanks that are not projective; else those that the scripts name.
NAMES     ?= $(if $(TBK_CORPORA),,la grc)
EXPERIMENT = NAMES='$(NAMES)' reports/make/experiment_
RUNS       = $(TREEBANKS) $(BUILD)/experiments/$(notdir $(REPORTS))

PHRASES    = $(TBK_CORPORA)/constituency

experiments: ## the papers' experiments with trained parsers, into REPORTS; docs/design/extend.md has more
experiments: experiment-conditions experiment-fragments experiment-nonprojective experiment-walks \
  $(if $(TBK_CORPORA),experiment-phrases)

experiment-conditions: $(BUILD)/tbk ## one of them
	$(EXPERIMENT)conditions.sh $< $(RUNS)/conditions $(REPORTS)

experiment-fragments: $(BUILD)/tbk $(BUILD)/figures ## one of them
	$(EXPERIMENT)fragments.sh $^ $(RUNS)/fragments $(REPORTS)

experiment-nonprojective: $(BUILD)/tbk ## one of them
	$(EXPERIMENT)nonprojective.sh $< $(RUNS)/nonprojective $(REPORTS)

experiment-walks: $(BUILD)/tbk ## one of them
	$(EXPERIMENT)walks.sh $< $(RUNS)/walks $(REPORTS)

experiment-biaffine: $(BUILD)/tbk $(SHARED) ## one of them, for a Python that has PyTorch; not among `experiments`
	RUN_PYTHON="tests/python.sh $(BUILD)" $(EXPERIMENT)biaffine.sh $< $(RUNS)/biaffine $(REPORTS)

experiment-tagger: $(BUILD)/tbk $(SHARED) ## one of them, over TBK_CORPORA/ud, for a Python that has PyTorch; not in `experiments`
	@[ -n '$(TBK_CORPORA)' ] || { echo "experiment-tagger: TBK_CORPORA names the folder of the treebanks, and is not set"; exit 3; }
	RUN_PYTHON="tests/python.sh $(BUILD)" $(EXPERIMENT)tagger.sh $< $(TBK_CORPORA)/ud $(BUILD)/experiments/tagger reports/tagger

experiment-votes: $(BUILD)/tbk ## one of them, over newest releases in TBK_CORPORA/ud; not among `experiments`
	@[ -n '$(TBK_CORPORA)' ] || { echo "experiment-votes: TBK_CORPORA names the folder of the treebanks, and is not set"; exit 3; }
	$(EXPERIMENT)votes.sh $< $(TBK_CORPORA)/ud $(BUILD)/experiments/votes reports/votes

experiment-phrases: $(BUILD)/tbk ## one of them, over IcePaHC and FarPaHC in TBK_CORPORA
	reports/make/experiment_phrases.sh $< $(PHRASES)/icepahc $(BUILD)/experiments/icepahc reports/icepahc
	NAME=phrases-whole reports/make/experiment_phrases.sh $< $(PHRASES)/icepahc $(BUILD)/experiments/icepahc-whole \
	  reports/icepahc 8 static 1
	reports/make/experiment_phrases.sh $< $(PHRASES)/farpahc $(BUILD)/experiments/farpahc reports/farpahc \
	  8 static 0 0.1 0.2 0.3 1 printed
