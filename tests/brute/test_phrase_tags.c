/* test_phrase_tags.c - phrase structure as tags, by enumeration: which sequences are well formed, that each tree has one, and
 * the fewest changes of those that are not. */
#include <criterion/criterion.h>
#include <string.h>

#include "tbk/phrase_tags.h"

enum { MOST = 4, LONGEST = 16, MOST_GOOD = 4000 };

/* A sequence: of each word the tag, or of tetratags the halves of it. Level -1: nobody reads this. */
typedef struct {
  char letter;
  int level;
  const char *own, *made;
} Part;

typedef struct {
  char text[LONGEST];
  Part part;
} Symbol;

typedef struct {
  Symbol words[64], gaps[64];
  int n_words, n_gaps; /* no gaps: attach-juxtapose */
} Alphabet;

/* Without a letter: what looks like a tag, and is none. */
static void
add_symbol (Symbol *symbols, int *n, Part part)
{
  Symbol *symbol = &symbols[(*n)++];

  symbol->part = part;
  if (part.letter == '\0')
    g_strlcpy (symbol->text, "r/A/", LONGEST);
  else if (part.letter == 'a')
    g_snprintf (symbol->text, LONGEST, "a%d/%s", part.level, part.own);
  else if (part.letter == 'j')
    g_snprintf (symbol->text, LONGEST, "j%d/%s/%s", part.level, part.own, part.made);
  else
    g_snprintf (symbol->text, LONGEST, "%c%s%s", part.letter, *part.own == '\0' ? "" : "/", part.own);
}

/* All tags with labels of which there are @n_labels, and one that is none. */
static void
make_alphabet (Alphabet *alphabet, const char *name, int n, int n_labels)
{
  static const char *const labels[] = { "", "A", "X" };

  memset (alphabet, 0, sizeof *alphabet);
  add_symbol (alphabet->words, &alphabet->n_words, (Part){ '\0', 0, "", "" });
  for (int own = 0; own <= n_labels; own++) {
    if (strcmp (name, "tetratags") == 0) {
      for (const char *letter = "lr"; *letter != '\0'; letter++)
        add_symbol (alphabet->words, &alphabet->n_words, (Part){ *letter, 0, labels[own], "" });
      for (const char *letter = "RL"; *letter != '\0'; letter++)
        add_symbol (alphabet->gaps, &alphabet->n_gaps, (Part){ *letter, 0, labels[own], "" });
      continue;
    }
    for (int level = 0; level < n; level++)
      for (int made = 0; made <= n_labels; made++)
        add_symbol (alphabet->words, &alphabet->n_words,
                    (Part){ made == 0 ? 'a' : 'j', level, labels[own], labels[made] });
  }
}

/* The sequence of that number, in @symbols, two a word; FALSE behind the last. */
static gboolean
find_sequence (const Alphabet *alphabet, int n, gint64 number, const Symbol **symbols)
{
  for (int i = 0; i < n; i++) {
    symbols[2 * i] = &alphabet->words[number % alphabet->n_words];
    number /= alphabet->n_words;
    symbols[2 * i + 1] = NULL;
    if (alphabet->n_gaps == 0 || i == n - 1)
      continue;
    symbols[2 * i + 1] = &alphabet->gaps[number % alphabet->n_gaps];
    number /= alphabet->n_gaps;
  }
  return number == 0;
}

typedef struct {
  int n;
  char texts[MOST][2 * LONGEST];
  TbkPiece tags[MOST];
} Sequence;

static void
join_symbols (const Symbol *const *symbols, int n, Sequence *sequence)
{
  sequence->n = n;
  for (int i = 0; i < n; i++) {
    const Symbol *gap = symbols[2 * i + 1];

    g_snprintf (sequence->texts[i], sizeof sequence->texts[i], "%s%s%s", symbols[2 * i]->text,
                gap == NULL ? "" : " ", gap == NULL ? "" : gap->text);
    sequence->tags[i] = (TbkPiece){ sequence->texts[i], strlen (sequence->texts[i]) };
  }
}

typedef struct {
  TbkPhraseTags *tags;
  TbkVocabulary *labels;
  TbkPhraseTree tree;
} Coder;

static void
coder_init (Coder *coder, const char *name)
{
  *coder = (Coder){ tbk_phrase_tags_new (tbk_phrase_encoding_find (name)), tbk_vocabulary_new (),
                    TBK_PHRASE_TREE_INIT };
}

static void
coder_clear (Coder *coder)
{
  tbk_phrase_tags_free (coder->tags);
  tbk_vocabulary_free (coder->labels);
  tbk_phrase_tree_clear (&coder->tree);
}

/* Reads tags into `tree`; returns how many words changed. */
static int
decode (Coder *coder, const TbkPiece *tags, int n)
{
  const TbkConstituent *constituents;
  int n_constituents, n_changed;

  cr_assert (tbk_phrase_tags_decode (coder->tags, tags, n, coder->labels, &constituents, &n_constituents,
                                     &n_changed, NULL));
  cr_assert (tbk_phrase_tree_set (&coder->tree, n, constituents, n_constituents, NULL));
  return n_changed;
}

static gboolean
is_same (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && memcmp (a.bytes, b.bytes, a.size) == 0;
}

/* The tree has these tags and comes back from those of the other encoding. */
static void
check_round_trip (Coder *coder, Coder *other, const Sequence *sequence)
{
  TbkPiece out[MOST];

  cr_assert (tbk_phrase_tags_encode (coder->tags, &coder->tree, coder->labels, out, NULL));
  for (int i = 0; i < sequence->n; i++)
    cr_assert (is_same (out[i], sequence->tags[i]), "%.*s found, expected %s", (int) out[i].size,
               out[i].bytes, sequence->texts[i]);
  cr_assert (tbk_phrase_tags_encode (other->tags, &coder->tree, coder->labels, out, NULL));
  tbk_vocabulary_clear (other->labels);
  for (int l = 0; l < tbk_vocabulary_size (coder->labels); l++) {
    const char *label = tbk_vocabulary_name (coder->labels, l);

    cr_assert_eq (tbk_vocabulary_add (other->labels, label, strlen (label), NULL), l);
  }
  cr_assert_eq (decode (other, out, sequence->n), 0);
  cr_assert_eq (other->tree.n_constituents, coder->tree.n_constituents);
  cr_assert_eq (memcmp (other->tree.constituents, coder->tree.constituents,
                        (gsize) coder->tree.n_constituents * sizeof (TbkConstituent)),
                0);
}

static int
count_well_formed (const char *name, const char *other_name, int n, int n_labels)
{
  Alphabet alphabet;
  Coder coder, other;
  const Symbol *symbols[2 * MOST];
  int n_good = 0;

  make_alphabet (&alphabet, name, n, n_labels);
  coder_init (&coder, name);
  coder_init (&other, other_name);
  for (gint64 i = 0; find_sequence (&alphabet, n, i, symbols); i++) {
    Sequence sequence;

    join_symbols (symbols, n, &sequence);
    if (decode (&coder, sequence.tags, n) > 0)
      continue;
    check_round_trip (&coder, &other, &sequence);
    n_good++;
  }
  coder_clear (&coder);
  coder_clear (&other);
  return n_good;
}

Test (phrase_tags, trees)
{
  static const int one_label[] = { 1, 4, 24, 176 };

  for (int n = 1; n <= MOST; n++) {
    cr_expect_eq (count_well_formed ("tetratags", "attach-juxtapose", n, 1), one_label[n - 1]);
    cr_expect_eq (count_well_formed ("attach-juxtapose", "tetratags", n, 1), one_label[n - 1]);
  }
  /* Of two words (A .. ..) with none, one, the other or both alone, of two labels: 2 + 2 * 4 + 8 trees. */
  cr_expect_eq (count_well_formed ("tetratags", "attach-juxtapose", 2, 2), 18);
  cr_expect_eq (count_well_formed ("attach-juxtapose", "tetratags", 2, 2), 18);
}

/* How many parts change, and above them how many letters, levels and labels of these. */
static gint64
count_changes (const Symbol *const *given, const Symbol *const *good, int n)
{
  gint64 changes = 0;

  for (int p = 0; p < 2 * n; p++) {
    const Part *a, *b;
    int n_changed;

    if (given[p] == NULL)
      continue;
    a = &given[p]->part;
    b = &good[p]->part;
    n_changed = (a->letter != b->letter) + (a->level != b->level) + (strcmp (a->own, b->own) != 0)
                + (strcmp (a->made, b->made) != 0);
    if (a->letter == '\0')
      changes += 1000;
    else if (n_changed > 0)
      changes += 1000 + n_changed;
  }
  return changes;
}

/* The sequence that a tree has, as symbols. */
static gint64
changes_of_tree (Coder *coder, const Alphabet *alphabet, const Symbol *const *given, int n)
{
  const Symbol *found[2 * MOST] = { NULL };
  TbkPiece out[MOST];

  cr_assert (tbk_phrase_tags_encode (coder->tags, &coder->tree, coder->labels, out, NULL));
  for (int p = 0; p < 2 * n; p++) {
    const Symbol *symbols = p % 2 == 0 ? alphabet->words : alphabet->gaps;
    g_autofree char *text = g_strndup (out[p / 2].bytes, out[p / 2].size);
    char *blank = strchr (text, ' ');

    for (int i = 0; given[p] != NULL && i < (p % 2 == 0 ? alphabet->n_words : alphabet->n_gaps); i++)
      if (p % 2 == 1 ? strcmp (symbols[i].text, blank + 1) == 0
                     : strncmp (symbols[i].text, text, strcspn (text, " ")) == 0
                           && strlen (symbols[i].text) == strcspn (text, " "))
        found[p] = &symbols[i];
    cr_assert (given[p] == NULL || found[p] != NULL, "%s", text);
  }
  return count_changes (given, found, n);
}

static void
check_fewest (const char *name, int n)
{
  static const Symbol *good[MOST_GOOD][2 * MOST];
  Alphabet alphabet;
  Coder coder;
  const Symbol *symbols[2 * MOST];
  int n_good = 0;

  make_alphabet (&alphabet, name, n, 2);
  coder_init (&coder, name);
  for (gint64 i = 0; find_sequence (&alphabet, n, i, symbols); i++) {
    Sequence sequence;

    join_symbols (symbols, n, &sequence);
    if (decode (&coder, sequence.tags, n) == 0) {
      cr_assert_lt (n_good, MOST_GOOD);
      memcpy (good[n_good++], symbols, sizeof symbols);
    }
  }
  for (gint64 i = 0; find_sequence (&alphabet, n, i, symbols); i += n < 3 ? 1 : 7) {
    Sequence sequence;
    gint64 least = G_MAXINT64;

    join_symbols (symbols, n, &sequence);
    for (int g = 0; g < n_good; g++)
      least = MIN (least, count_changes (symbols, good[g], n));
    decode (&coder, sequence.tags, n);
    cr_assert_eq (changes_of_tree (&coder, &alphabet, symbols, n), least, "%s %s %s", sequence.texts[0],
                  n > 1 ? sequence.texts[1] : "", n > 2 ? sequence.texts[2] : "");
  }
  coder_clear (&coder);
}

Test (phrase_tags, fewest_changes)
{
  for (int n = 1; n <= 3; n++) {
    check_fewest ("tetratags", n);
    check_fewest ("attach-juxtapose", n);
  }
}

/* Labels that have the signs of tags themselves come back; labels that brackets cannot have are refused. */
Test (phrase_tags, labels)
{
  static const char *const names[] = { "+", "a/b", "\\", "/+", "S+VP", "j0/X", "l" };
  static const char *const refused[] = { "", "a b", "(", "a)", "a\tb" };

  for (int e = 0; tbk_phrase_encoding_at (e) != NULL; e++) {
    const char *name = tbk_phrase_encoding_at (e)->name;
    Coder coder;
    TbkPiece out[3];

    coder_init (&coder, name);
    for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
      cr_assert_eq (tbk_vocabulary_add (coder.labels, names[i], strlen (names[i]), NULL), (int) i);
    for (int i = 0; i < 7 * 7 * 7; i++) {
      const int a = i % 7, b = i / 7 % 7, c = i / 49;
      const TbkConstituent made[] = { { a, 0, 3 }, { b, 0, 3 }, { c, 0, 2 },
                                      { a, 1, 2 }, { b, 2, 3 }, { c, 2, 3 } };

      g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
      g_autoptr (TbkPhraseTags) writer = tbk_phrase_tags_new (tbk_phrase_encoding_at (e));

      cr_assert (tbk_phrase_tree_set (&tree, 3, made, 6, NULL));
      cr_assert (tbk_phrase_tags_encode (writer, &tree, coder.labels, out, NULL));
      cr_assert_eq (decode (&coder, out, 3), 0);
      cr_assert_eq (coder.tree.n_constituents, 6);
      cr_assert_eq (memcmp (coder.tree.constituents, made, sizeof made), 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
      const int label = tbk_vocabulary_add (coder.labels, refused[i], strlen (refused[i]), NULL);
      g_autoptr (GError) error = NULL;

      cr_assert (tbk_phrase_tree_set (&coder.tree, 1, &(TbkConstituent){ label, 0, 1 }, 1, NULL));
      cr_assert_not (tbk_phrase_tags_encode (coder.tags, &coder.tree, coder.labels, out, &error));
      cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    }
    coder_clear (&coder);
  }
}

/* Of tags that nobody can read the tree is flat. */
Test (phrase_tags, flat)
{
  TbkPiece tags[50];

  for (int i = 0; i < 50; i++)
    tags[i] = (TbkPiece){ i % 2 == 0 ? "?" : "", i % 2 == 0 };
  for (int e = 0; tbk_phrase_encoding_at (e) != NULL; e++) {
    Coder coder;

    coder_init (&coder, tbk_phrase_encoding_at (e)->name);
    cr_assert_eq (decode (&coder, tags, 50), 50);
    cr_assert_eq (coder.tree.n_constituents, 1);
    coder_clear (&coder);
  }
}
