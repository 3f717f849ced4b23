/* manual.c - the columns and examples of every command. tests/examples.sh runs the examples. */
#include "manual.h"

#include <string.h>

#define ENTRIES(...) ((const ManualEntry[]){ __VA_ARGS__, { NULL, NULL } })

static const Manual manuals[] = {
  {
      .command = "projectivize",
      .text =
          "Of all projective trees one is written that keeps as many gold arcs as any. Nothing else changes, and "
          "'tbk restore' brings the original bytes back.",
      .examples =
          ENTRIES ({ "tbk projectivize train.conllu.gz -o projective.conllu.gz", "a whole treebank" },
                   { "tbk projectivize --output-dir=projective -j0 treebanks/*.conllu.gz",
                     "many files, on all cores" },
                   { "tbk projectivize --mark=head train.conllu.gz -o marked.conllu",
                     "labels that a parser can learn" },
                   { "tbk projectivize --all=3 train.conllu.gz | head", "some of the equally good trees" }),
  },
  {
      .command = "restore",
      .examples = ENTRIES (
          { "tbk projectivize train.conllu.gz | tbk restore | cmp - train.conllu", "nothing is lost" },
          { "tbk restore --mark=head parsed.conllu -o output.conllu", "decode what a parser wrote" }),
  },
  {
      .command = "choices",
      .columns = ENTRIES (
          { "words_from, words_to", "the lengths of sentences in the row" },
          { "trees", "sentences of these lengths" },
          { "nonprojective_trees", "those whose tree is not projective" },
          { "lost_arcs", "gold arcs that no projective tree can keep, in sum" },
          { "choices_median, choices_max", "projective trees that keep as many arcs as any, per tree" },
          { "log10_choices_mean", "mean decimal logarithm of that number" },
          { "choices", "with --by=sentence and --by=arc: that number, exactly" },
          { "kept", "with --by=arc: how many of these trees keep this gold arc; 0: it is lost in any case" }),
      .examples = ENTRIES (
          { "tbk choices train.conllu.gz", "by length of sentence" },
          { "tbk choices --by=sentence train.conllu.gz | sort -k7,7g | tail -n 3",
            "the sentences with most choice" },
          { "tbk choices --by=arc train.conllu.gz",
            "of each arc that can be lost, in how many trees it is kept" },
          { "tbk choices --per-file --plot=choices.svg treebanks/*.conllu.gz", "a line for each file" }),
  },
  {
      .command = "oracle",
      .text =
          "A line of JSON is a record: the gold heads and a configuration of the parser. The answer is a line: the "
          "most gold arcs that can still be made through each transition, and which transitions reach the most. "
          "Records can come from a program in any language, over a pipe. Beside the systems below there are those of phrase "
          "structure: top-down, in-order, bottom-up. The headers tbk/oracle_records.h and tbk/constituency_records.h list the keys "
          "of records.",
      .examples =
          ENTRIES ({ "echo '{\"heads\":[2,0,2],\"stack\":[0,1],\"buffer\":2}' | tbk oracle",
                     "word 1 above 0, word 2 next" },
                   { "echo '{\"heads\":[2,0,2],\"prefix\":[\"SH\",\"LA\"]}' | tbk oracle --system=arc-eager",
                     "a configuration told by the transitions before it" },
                   { "tbk oracle --system=swap records.jsonl -o values.jsonl", "a file of records" }),
  },
  {
      .command = "transitions",
      .text =
          "Swap and covington can take half as many transitions as the square of the words. A sentence that takes more than "
          "4194304 is wrong data, which --on-error=skip leaves out.",
      .examples = ENTRIES ({ "tbk transitions --system=swap train.conllu.gz | head -n 1", "one sentence" },
                           { "tbk transitions --system=swap --relations train.conllu.gz -o sequences.jsonl",
                             "with relations" },
                           { "tbk transitions --system=swap --replay --onto=train.conllu.gz sequences.jsonl",
                             "the trees that they build" }),
  },
  {
      .command = "show",
      .text =
          "In text a word stands on a line. A branch with an arrowhead begins at a vertical line; the head is the "
          "word on that line whose row has no arrowhead there. Branches of arcs that are not projective, or that "
          "are moved, are double. The title names the widest classes that the tree is outside of, as 'tbk stats --classes' calls "
          "them; not planar, which the drawing tells.",
      .examples = ENTRIES (
          { "tbk show train.conllu.gz", "the first ten trees on a terminal, in a pipe all" },
          { "tbk show --nonprojective --deprel=nsubj train.conllu.gz", "subjects away from their heads" },
          { "tbk show --min-lost=1 --projectivized --max=1 train.conllu.gz", "before and after" },
          { "tbk show --format=html --nonprojective train.conllu.gz -o trees.html",
            "a page to keep or send" },
          { "tbk show --format=svg --sentence=3 train.conllu.gz -o tree.svg", "one drawing" }),
  },
  {
      .command = "filter",
      .text = "A sentence is written if it meets all conditions, with the bytes that it has in the input.",
      .examples = ENTRIES (
          { "tbk filter --nonprojective --max-words=15 train.conllu.gz", "short sentences to look at" },
          { "tbk filter --min-lost=2 train.conllu.gz | tbk stats", "figures of a selection" },
          { "tbk filter --sample=10 --seed=7 treebanks/*.conllu.gz -o sample.conllu",
            "ten sentences, drawn from all files" }),
  },
  {
      .command = "stats",
      .columns = ENTRIES (
          { "sentences, words", "words are the lines with whole numbers" },
          { "nonprojective_trees", "with some arc that is not projective" },
          { "nonprojective_arcs",
            "with a word between head and dependent that does not descend from the head" },
          { "max_length", "words of the longest sentence" },
          { "lost_arcs", "gold arcs that no projective tree can keep, in sum" },
          { "certain",
            "by deprel, upos, direction or distance: lost arcs that no optimal projective tree keeps" },
          { "..._percent", "shares, of sentences and of words (each is the dependent of one arc)" },
          { "upper_bound_uas", "per cent of words whose gold head a projective parser can still get" },
          { "mean_length",
            "with --lengths by deprel, upos, direction or distance: of the arcs that are not of 0" },
          { "trees_measured, trees_left_out",
            "with --lengths: trees with one root, of which all that follows is; the others, and those with nothing left or "
            "more than 30000 words" },
          { "arcs, total_length, crossings",
            "arcs between words; the sum of their lengths, 1 between neighbours; pairs that cross" },
          { "mdd, mdd_of_sentences",
            "mean length of all arcs; mean over sentences of two words or more of the mean in each" },
          { "mdd_least, mdd_least_projective",
            "mdd if the words of each tree stood in the order, or the projective order, of least total length; the first "
            "of trees of 1000 words or fewer, and so omega" },
          { "mdd_random_projective, mdd_random_planar, mdd_random",
            "exact mean over all projective orders, orders without crossings, orders" },
          { "omega",
            "mean over sentences of three words or more: 1 as short as can be, 0 as random, below 0 longer" },
          { "adjacent_percent, head_initial_percent", "arcs of length 1; arcs whose head comes first" },
          { "mean_depth", "arcs from the root down, over all words but the root" },
          { "max_arc, max_flux, max_flux_weight",
            "the longest arc; most arcs over one gap between words; most of these without a word in common" },
          { "D, C, ... V_C",
            "with --lengths --by=sentence --format=jsonl: each value exactly; tbk/lengths.h explains them" },
          { "proj, planar, ... attardi4",
            "with --classes: trees outside each class; tbk/classes.h explains them. Classes whose names end in 0 count the "
            "arcs of 0 among those that can cross, the others do not" },
          { "max_gap_degree, max_edge_degree", "the greatest of any tree" },
          { "not_decided",
            "trees too tangled for some class: over 64 words take part; they count as inside" },
          { "new_head", "with --by=arc: the head in the tree that 'tbk projectivize' writes" },
          { "levels_lifted", "arcs from the gold head up to it; 0 if it is kept, empty if it is not above" }),
      .bracket_columns = ENTRIES (
          { "trees, words, constituents", "what is left of them as they are read" },
          { "labels, tags", "how many different ones, of constituents and of words" },
          { "unary", "constituents of one child" },
          { "unary_over_constituent", "of these, those whose child is a constituent" },
          { "max_chain", "the most constituents over the same words" },
          { "max_height", "the most constituents over one word" },
          { "max_words, max_children", "of the longest tree, and of the constituent with most children" },
          { "displaced_trees, displaced", "trees with traces *ICH*, and how many traces" },
          { "..._percent", "with --by: shares, of all constituents or of all words" }),
      .examples = ENTRIES (
          { "tbk stats train.conllu.gz dev.conllu", "a row for each file, and TOTAL" },
          { "tbk stats --by=deprel --sort=lost_arcs train.conllu.gz | head",
            "the relations that lose most arcs" },
          { "tbk stats --by=arc train.conllu.gz", "every arc that is not projective, and where it goes" },
          { "tbk stats --lengths --skip-upos=PUNCT train.conllu.gz",
            "lengths of dependencies, without punctuation" },
          { "tbk stats --lengths --by=length --plot=lengths.svg treebanks/*.conllu.gz",
            "lengths beside random and best orders, a panel for each file" },
          { "tbk stats --classes --by=language treebanks", "classes of trees, for a folder" },
          { "tbk stats --lengths --by=sentence --format=jsonl train.conllu.gz",
            "all values of each sentence" },
          { "zcat train.conllu.gz | tbk stats", "from a pipe" }),
  },
  {
      .command = "check",
      .text =
          "Each finding is a word to hang elsewhere; with the words before it in the sentence re-hung, fewer arcs are "
          "non-projective then. Errors and warnings are words that annotators of the Universal Dependencies nearly always "
          "changed later, when a rule named them; notes are often right. A status of 1 tells that something was found, or that data are "
          "wrong; standard error says which.",
      .columns = ENTRIES (
          { "line, node", "of the word: in the file, in the sentence" },
          { "test",
            "what is wrong: punct-is-nonproj, punctuation across other words; punct-causes-nonproj, punctuation under an arc "
            "that it makes non-projective; function-head-nonproj, a word on a function word; cc-nonproj, a conjunction "
            "right of its head; is-nonproj, causes-nonproj: any other word" },
          { "level", "error, warning or note" },
          { "head, new_head", "the head that the word has, and the one proposed" },
          { "alternatives", "other heads with which as few arcs stay non-projective" },
          { "mends", "dependents of arcs that are no longer non-projective then" },
          { "left", "non-projective arcs of the sentence then" },
          { "at_least", "words that any repair of the sentence has to re-hang" },
          { "findings, incidents", "with --by: how many; with --tests they are incidents" },
          { "sentences", "with --by=test: those that have some" }),
      .examples = ENTRIES (
          { "tbk check --format=text train.conllu.gz", "what is most surely wrong first" },
          { "tbk check --by=test train.conllu.gz dev.conllu", "how much of what" },
          { "tbk check -o check.html train.conllu.gz", "a page with drawings" },
          { "tbk check --test=punct-is-nonproj,punct-causes-nonproj --write=repair train.conllu.gz -o new.conllu",
            "hang punctuation elsewhere, and change nothing else" },
          { "tbk check --tests --format=github --fail=never train.conllu.gz",
            "in a workflow of GitHub, as the validator tells" }),
  },
  {
      .command = "compare",
      .text =
          "Each treebank is walked through with a transition system; in every configuration on the way the "
          "variants are compared with the reference. Sentences of more than 1000 words are left out, and told, unless "
          "--max-words says otherwise; over brackets trees of more than 1000 words or 4000 constituents.",
      .columns =
          ENTRIES ({ "configurations", "those met on the walks" },
                   { "values_differ", "in which some transition has another value" },
                   { "sets_differ", "in which other transitions are optimal" },
                   { "contained", "of these, in which the variant's are some of the reference's" },
                   { "reference_us, variant_us",
                     "microseconds that they took in all; with --by=configuration-length, one on average" }),
      .bracket_columns =
          ENTRIES ({ "distance", "constituents lost so far; all: whatever their number" },
                   { "trees, configurations", "trees, and the configurations met on the walks" },
                   { "losses_differ", "in which the printed oracle finds another loss than the exact one" },
                   { "sets_differ", "in which other transitions are optimal" },
                   { "wrong_extra", "in which the printed oracle takes one for optimal that is not" },
                   { "missing", "in which it leaves out one that is optimal" },
                   { "empty", "in which it takes none for optimal" },
                   { "harm", "constituents that the worst of its transitions loses, in sum" }),
      .examples = ENTRIES ({ "tbk compare --system=arc-eager train.conllu.gz",
                             "the approximate oracle against the exact one" },
                           { "tbk compare --system=shift-reduce --walk=explore:0.3 --every=5 train.conllu.gz",
                             "off the gold path" },
                           { "tbk compare --system=arc-eager --report=pages treebanks/*.conllu.gz",
                             "tables, plots and a page" }),
  },
  {
      .command = "merge",
      .text =
          "Parts of a run (--part=I/N) write the integers behind their tables with --tally. Put together, in any order, "
          "they give the bytes that the undivided command prints. Parts with other options or files, or a part "
          "twice, are refused.",
      .examples = ENTRIES (
          { "tbk stats --part=1/2 --tally=part-1.json treebanks", "one half of the files" },
          { "tbk stats --part=2/2 --tally=part-2.json treebanks", "the other, maybe on another machine" },
          { "tbk merge part-1.json part-2.json", "the table of all" }),
  },
  {
      .command = "evaluate",
      .columns = ENTRIES (
          { "UAS, LAS", "per cent of words with the right head; and relation" },
          { "LA", "per cent with the right relation" },
          { "CLAS",
            "F1 of LAS over content words, as in the script of the CoNLL 2018 shared task: those whose "
            "relation up to ':' is acl, advcl, advmod, amod, appos, ccomp, compound, conj, csubj, dep, "
            "discourse, dislocated, expl, fixed, flat, goeswith, iobj, list, nmod, nsubj, nummod, obj, obl, "
            "orphan, parataxis, reparandum, root, vocative or xcomp; right and of are counted doubly" },
          { "..._no_punct", "the same without words whose gold relation is punct" },
          { "nonprojective_precision, nonprojective_recall",
            "of arcs that are not projective, found and gold" },
          { "whole_unlabelled, whole_labelled", "sentences of which all is right" },
          { "precision, recall, F1",
            "over brackets: of constituents with their labels; unlabelled_..., of spans alone" },
          { "exact, exact_unlabelled", "over brackets: trees of which all is right" },
          { "not_crossing, trees_not_crossing",
            "over brackets: constituents that cross no gold one, and trees without any that does" },
          { "tags", "over brackets: words with the right tag" },
          { "right, of, percent", "how many, of how many" },
          { "right, gold, system, aligned",
            "with --align, whose measures are Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags, Lemmas, UAS, LAS, "
            "CLAS, MLAS and BLEX: how many are right, of both files, and aligned; f1 is that of precision and recall" },
          { "low, high", "the 95 per cent interval, by bootstrap over sentences; with --align, of f1" },
          { "difference, p, against",
            "with --against: in points; how likely by chance alone; of several, which" }),
      .examples = ENTRIES ({ "tbk evaluate gold.conllu parsed.conllu", "the measures" },
                           { "tbk evaluate --by=deprel gold.conllu parsed.conllu", "by relation" },
                           { "tbk evaluate --against=other.conllu gold.conllu parsed.conllu",
                             "two parsers; is the difference chance?" },
                           { "tbk evaluate --align gold.conllu parsed.conllu", "other tokens and sentences" },
                           { "tbk evaluate --by=children trees.psd parsed.psd", "phrase structure" },
                           { "tbk evaluate --delete=TOP,. --equal=PRT=ADVP trees.psd parsed.psd",
                             "as evalb's parameters say" }),
  },
  {
      .command = "train",
      .text =
          "Sentences of more than 1000 words are left out, and told, unless --max-words says otherwise; over brackets trees "
          "of more than 1000 words or 4000 constituents.",
      .columns = ENTRIES (
          { "epoch", "from 1" },
          { "loss", "per cent of predictions that were wrong in training; with a beam, of sentences" },
          { "dev_UAS, dev_LAS", "of --dev, relations compared whole, as by evaluate --subtypes" },
          { "dev_F1", "of --dev, over brackets" }, { "seconds", "since the beginning" }),
      .examples = ENTRIES (
          { "tbk train train.conllu.gz -o model.tbk", "a minute or less" },
          { "tbk train --dev=dev.conllu train.conllu.gz -o model.tbk", "keep the best epoch" },
          { "tbk train --system=swap --epochs=5 train.conllu.gz -o swap.tbk",
            "a parser that makes trees that are not projective" },
          { "tbk train --system=top-down trees.psd -o phrases.tbk", "a parser of phrase structure" }),
  },
  {
      .command = "parse",
      .text =
          "HEAD and DEPREL of every word are replaced, every other byte is kept. Words and their columns are taken as "
          "they are: there is no tokeniser and no tagger here. A model of phrase structure makes trees in brackets, a line each, of "
          "trees or, with --input=tagged, of words with tags; it takes the options of reading brackets that 'tbk train "
          "--input=brackets --help' lists, but not --beam, --root, --complete, --strict and --max-line. By models of swap and "
          "covington words more than 1000 apart do not meet.",
      .examples =
          ENTRIES ({ "tbk parse -m model.tbk dev.conllu -o parsed.conllu", "a file" },
                   { "tbk parse -m model.tbk dev.conllu | tbk evaluate dev.conllu -", "and how good it is" },
                   { "tbk parse -m phrases.tbk trees.psd -o parsed.psd", "by a model of phrase structure" },
                   { "echo 'she/PRO slept/V' | tbk parse -m phrases.tbk --input=tagged", "words with tags" }),
  },
};

const Manual *
manual_find (const char *command)
{
  for (guint m = 0; m < G_N_ELEMENTS (manuals); m++)
    if (strcmp (manuals[m].command, command) == 0)
      return &manuals[m];
  g_assert_not_reached ();
}
