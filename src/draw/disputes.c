/* disputes.c - the job that draws sentences on which annotators differ: all their trees in one drawing.
 *
 * Contents
 *   1. answers: what annotators say of a word, and who
 *   2. places: levels of arcs, places of words
 *   3. drawing: SVG
 *   4. job: the sentences of files side by side; those kept for the page
 *   5. page: names, and all that is kept
 *
 * An answer is a head with a relation. Each answer is one arc, however many annotators gave it, and so a word may have
 * several. Levels (draw/draw.h) are for one arc a word: so each word becomes as many places in a row as it has answers,
 * and the arc of an answer goes from the first place of the head to its own. An example: of three annotators two say that
 * word 1 depends on 2, one that it depends on 3. The places are 1 1 2 3, the arcs 3 -> 1 and 4 -> 2: two levels.
 */
#include "draw/draw.h"
#include "draw/jobs.h"
#include "draw/show.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "evaluation/evaluation.h"
#include "report/report.h"
#include "tbk/draw.h"

/* 1. answers: what annotators say of a word, and who. */

enum { NO_HEAD = -1, MOST_KEPT = 200, MOST_DIVIDED = 1000 };

typedef struct {
  int word, head; /* NO_HEAD: none was given */
  TbkPiece relation, compared;
  guint64 who; /* a set of annotators */
} Answer;

/* A sentence of the page, with how far its annotators are divided. */
typedef struct {
  int most, n_words; /* of its most disputed word, of MOST_DIVIDED; disputed words */
  gint64 number;     /* in the run */
  char *markup;
} Dispute;

struct Disputes {
  DisputesOptions options;
  GPtrArray *kept, *pending; /* of Dispute: of the files that stay; of the file in hand */
  gint64 n_sentences, n_disputed;
  gint64 n_settled_sentences, n_settled_disputed; /* of the files that stay */

  /* The sentence in hand; the run has one thread. */
  WordSide *sides;
  int first;            /* the first side that has it */
  GArray *answers;      /* of Answer, by word */
  int *starts;          /* by word: where its answers begin; those of the last end at starts[n + 1] */
  int *places;          /* by word: its first place, from 1 */
  int *divided;         /* by word, of MOST_DIVIDED */
  gboolean is_mirrored; /* it runs from right to left */
  Levels levels;
  int *heads; /* by place, from 1 */
  int *x, *by_end,
      *next; /* by word; by word the first answer whose arc ends there to the right; by answer the next one */
  Room room;
  GString *label;
  TbkText *text;
  GString *title, *kinds;
  char **names;         /* what drawings call annotators */
  gboolean has_folders; /* they have several files each */
};

static inline Answer *
answer_at (const Disputes *d, int i)
{
  return &g_array_index (d->answers, Answer, i);
}

static TbkPiece
given_relation (const Disputes *d, int side, int word)
{
  const TbkPiece relation = word_side_pieces (&d->sides[side], word)[FIELD_DEPREL];

  return relation.size == 1 && *relation.bytes == '_' ? (TbkPiece){ NULL, 0 } : relation;
}

static gboolean
has_equal_bytes (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.bytes, b.bytes, a.size) == 0);
}

/* Adds what @side says of @word; nothing if that is nothing. An answer that another side has given too gets
 * one more annotator; its relation is written as the first one wrote it. */
static void
add_answer (Disputes *d, int side, int word)
{
  const int head = d->sides[side].sentence->heads[word];
  const TbkPiece relation = given_relation (d, side, word);
  const TbkPiece compared = d->options.subtypes ? relation : relations_universal (relation);
  const Answer answer = { word, head < 0 ? NO_HEAD : head, relation, compared,
                          G_GUINT64_CONSTANT (1) << side };

  if (head < 0 && relation.size == 0)
    return;
  for (guint i = (guint) d->starts[word]; i < d->answers->len; i++) {
    Answer *other = answer_at (d, (int) i);

    if (other->head == answer.head && has_equal_bytes (other->compared, compared)) {
      other->who |= answer.who;
      return;
    }
  }
  g_array_append_val (d->answers, answer);
}

static int
count_bits (guint64 set)
{
  int n = 0;

  for (; set != 0; set &= set - 1)
    n++;
  return n;
}

/* Returns TRUE if both say something of head or relation, and not the same. What one does not say is no
 * dispute. */
static gboolean
contradict (const Answer *a, const Answer *b)
{
  return (a->head != NO_HEAD && b->head != NO_HEAD && a->head != b->head)
         || (a->compared.size > 0 && b->compared.size > 0 && !has_equal_bytes (a->compared, b->compared));
}

/* Returns the share of pairs of annotators who contradict each other, of MOST_DIVIDED; at least 1 if some do.
 * With two for nsubj and one for obj, two of three pairs are divided: 666. */
static int
measure_word (const Disputes *d, int word)
{
  gint64 n = 0, n_pairs = 0, n_divided = 0;

  for (int i = d->starts[word]; i < d->starts[word + 1]; i++) {
    const gint64 of_answer = count_bits (answer_at (d, i)->who);

    n += of_answer;
    for (int j = d->starts[word]; j < i; j++)
      if (contradict (answer_at (d, i), answer_at (d, j)))
        n_divided += of_answer * count_bits (answer_at (d, j)->who);
  }
  if (n_divided == 0)
    return 0;
  n_pairs = n * (n - 1) / 2;
  return (int) MAX (1, n_divided * MOST_DIVIDED / n_pairs);
}

/* Sets the answers of all words, and how far they divide annotators. Returns how many words do. */
static int
find_answers (Disputes *d, int n)
{
  int n_disputed = 0;

  g_array_set_size (d->answers, 0);
  for (int word = 1; word <= n; word++) {
    d->starts[word] = (int) d->answers->len;
    for (int side = 0; side < d->options.n_annotators; side++)
      if (d->sides[side].sentence != NULL)
        add_answer (d, side, word);
    d->starts[word + 1] = (int) d->answers->len;
    d->divided[word] = measure_word (d, word);
    n_disputed += d->divided[word] > 0;
  }
  return n_disputed;
}

/* 2. places: levels of arcs, places of words. */

/* In pixels. */
enum {
  MARGIN = 12,
  FORM_CELL = 9,
  CELL = 7,
  LETTER = 5,
  GAP = 16,
  STEP = 18,
  PORT = 8,
  HEAD_PORT = 5,
  MOST_PORTS = 12,
  WORDS = 44,
  ROOT = 24
};

static int
count_words (const Disputes *d)
{
  return d->sides[d->first].sentence->n;
}

/* Sets the label of an arc: "nsubj (anna, ben)", with who says so where not all agree; of many only how many. */
static TbkPiece
make_label (Disputes *d, const Answer *answer)
{
  enum { MOST_NAMES = 3 };
  const int n = count_bits (answer->who);
  const char *before = " (";

  g_string_truncate (d->label, 0);
  g_string_append_len (d->label, answer->relation.bytes, (gssize) answer->relation.size);
  if (d->divided[answer->word] == 0)
    return (TbkPiece){ d->label->str, d->label->len };
  if (n > MOST_NAMES)
    g_string_append_printf (d->label, " (%d of %d", n, d->options.n_annotators);
  for (int side = 0; n <= MOST_NAMES && side < d->options.n_annotators; side++)
    if ((answer->who >> side & 1) != 0) {
      g_string_append_printf (d->label, "%s%s", before, d->names[side]);
      before = ", ";
    }
  g_string_append_c (d->label, ')');
  return (TbkPiece){ d->label->str, d->label->len };
}

/* Levels are those of a tree in which each answer is a word of its own. There are at most as many places as
 * words times annotators. */
/* Sets `places`, and the levels of all arcs between words. */
static gboolean
find_levels (Disputes *d, GError **error)
{
  const int n = count_words (d);
  int n_places = 0;

  for (int word = 1; word <= n; word++) {
    d->places[word] = n_places + 1;
    n_places += MAX (1, d->starts[word + 1] - d->starts[word]);
  }
  d->heads[0] = -1;
  for (int place = 1; place <= n_places; place++)
    d->heads[place] = 0;
  for (int word = 1; word <= n; word++)
    for (int i = d->starts[word]; i < d->starts[word + 1]; i++)
      if (answer_at (d, i)->head > 0)
        d->heads[d->places[word] + i - d->starts[word]] = d->places[answer_at (d, i)->head];
  return levels_assign (&d->levels, d->heads, n_places, error);
}

/* Returns the level of an arc; that of arcs from 0 is above all. */
static int
level_of (const Disputes *d, int i)
{
  const Answer *answer = answer_at (d, i);

  return answer->head == 0 ? d->levels.n_levels + 1
                           : d->levels.words[d->places[answer->word] + i - d->starts[answer->word]].level;
}

/* Returns how far from the middle of a word its arcs to dependents begin: behind its own, the longest
 * nearest. */
static int
port_of (const Disputes *d, int word, int number)
{
  return PORT * MAX (1, d->starts[word + 1] - d->starts[word]) / 2 + HEAD_PORT * MIN (number, MOST_PORTS);
}

/* Returns half the width of @word with its arcs from 0, whose labels are above it. Widths are those of a font
 * with letters of one width, since the font of the reader is not known. */
static int
half_width (Disputes *d, int word)
{
  const LevelsWord *place = &d->levels.words[d->places[word]];
  const TbkPiece *pieces = word_side_pieces (&d->sides[d->first], word);
  const int n_digits = word < 10 ? 1 : word < 100 ? 2 : word < 1000 ? 3 : 5;
  int width = MAX (FORM_CELL * signs_cells (pieces[FIELD_FORM], TRUE),
                   CELL * (n_digits + 1 + signs_cells (pieces[FIELD_UPOS], TRUE)));

  for (int i = d->starts[word]; i < d->starts[word + 1]; i++)
    if (answer_at (d, i)->head == 0)
      width = MAX (width, CELL * signs_cells (make_label (d, answer_at (d, i)), TRUE));
  return MAX (width / 2, port_of (d, word, MAX (place->n_left, place->n_right)));
}

/* Returns how far the beginning of arc @i is from the middle of its head. */
static int
head_port_of (const Disputes *d, int i)
{
  const Answer *answer = answer_at (d, i);

  return port_of (d, answer->head,
                  d->levels.words[d->places[answer->word] + i - d->starts[answer->word]].head_port);
}

/* Puts words from left to right: so far from the one before, and from where arcs begin, that labels have room; then turns the
 * drawing round, if it is mirrored. Returns its width. */
static int
find_places (Disputes *d)
{
  const int n = count_words (d);
  int right = MARGIN - GAP;

  /* Arcs are listed by the word at which they end to the right, since that is the word which makes room for
   * their labels. */
  for (int word = 1; word <= n; word++)
    d->by_end[word] = -1;
  for (int i = 0; i < (int) d->answers->len; i++)
    if (answer_at (d, i)->head > 0) {
      const int end = MAX (answer_at (d, i)->word, answer_at (d, i)->head);

      d->next[i] = d->by_end[end];
      d->by_end[end] = i;
    }
  for (int word = 1; word <= n; word++) {
    const int half = half_width (d, word);

    d->x[word] = right + GAP + half;
    for (int i = d->by_end[word]; i >= 0; i = d->next[i]) {
      const Answer *answer = answer_at (d, i);
      const int label = CELL * signs_cells (make_label (d, answer), TRUE);

      d->x[word] =
          MAX (d->x[word], d->x[MIN (answer->word, answer->head)] + label + GAP + head_port_of (d, i));
    }
    right = d->x[word] + half;
  }
  right += MARGIN;
  for (int word = 1; word <= n && d->is_mirrored; word++)
    d->x[word] = right - d->x[word];
  return right;
}

/* 3. drawing: SVG. */

/* Returns where the words begin and arcs end, below the top. */
static int
base_of (const Disputes *d)
{
  return MARGIN + ROOT + STEP * (d->levels.n_levels + 1);
}

/* Returns where the arc of answer @i ends at its word, and at its head. The ends of answers are next to one
 * another, symmetrically around the middle: with two answers half a PORT left and right of it. */
static int
end_x (const Disputes *d, int i)
{
  const int word = answer_at (d, i)->word, number = i - d->starts[word];

  return d->x[word]
         + (d->is_mirrored ? -PORT : PORT) * (2 * number + 1 - (d->starts[word + 1] - d->starts[word])) / 2;
}

static int
head_x (const Disputes *d, int i)
{
  const Answer *answer = answer_at (d, i);
  const int port = head_port_of (d, i);

  return d->x[answer->head] + ((answer->word > answer->head) != d->is_mirrored ? port : -port);
}

static int
compare_relations (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Appends what the page sorts disputes of @word by: the relations, "nmod or obl"; or of one alone "nmod, other heads". */
static void
append_change (const Disputes *d, int word, TbkText *text)
{
  g_autoptr (GPtrArray) relations = g_ptr_array_new_with_free_func (g_free);

  for (int i = d->starts[word]; i < d->starts[word + 1]; i++) {
    const TbkPiece compared = answer_at (d, i)->compared;
    char *name = compared.size == 0 ? g_strdup ("_") : g_strndup (compared.bytes, compared.size);

    if (g_ptr_array_find_with_equal_func (relations, name, g_str_equal, NULL))
      g_free (name);
    else
      g_ptr_array_add (relations, name);
  }
  g_ptr_array_sort (relations, compare_relations);
  for (guint r = 0; r < relations->len; r++) {
    tbk_text_printf (text, "%s", r > 0 ? " or " : "");
    signs_append_isolated (text, signs_piece (relations->pdata[r]), TRUE);
  }
  tbk_text_printf (text, "%s", relations->len == 1 ? ", other heads" : "");
}

static void
append_arc (Disputes *d, int i)
{
  const Answer *answer = answer_at (d, i);
  int base, x, y, from;

  if (answer->head == NO_HEAD)
    return;
  base = base_of (d);
  x = from = end_x (d, i);
  y = MARGIN + ROOT / 2;
  if (answer->head != 0) {
    y = base - STEP * level_of (d, i);
    from = head_x (d, i);
  }
  tbk_text_printf (d->text, "<g class=\"arc%s\"", d->divided[answer->word] > 0 ? " differs" : "");
  if (d->divided[answer->word] > 0) {
    tbk_text_printf (d->text, " data-change=\"");
    append_change (d, answer->word, d->text);
    tbk_text_printf (d->text, "\"");
  }
  tbk_text_printf (d->text, "><path class=\"line\" d=\"M%d %dV%dH%dV%d\"/>", from, base, y, x, base - 6);
  tbk_text_printf (d->text, "<path class=\"tip\" d=\"M%d %dl-4 -8h8z\"/></g>\n", x, base);
}

/* Labels come after all lines, so that they are legible where lines pass. */
static void
append_arc_label (Disputes *d, int i)
{
  const Answer *answer = answer_at (d, i);
  const int y = answer->head == 0 ? MARGIN + ROOT / 2 : base_of (d) - STEP * level_of (d, i) + 4;
  int x, width;

  if (answer->head == NO_HEAD)
    return;
  x = answer->head == 0 ? end_x (d, i) : (end_x (d, i) + head_x (d, i)) / 2;
  width = LETTER * signs_cells (make_label (d, answer), TRUE);
  /* The halo of letters leaves holes at spaces and commas. */
  if (d->divided[answer->word] > 0)
    tbk_text_printf (d->text, "<rect class=\"paper\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"10\"/>",
                     x - width / 2, y - 9, width);
  tbk_text_printf (d->text, "<text class=\"relation\" x=\"%d\" y=\"%d\">", x, y);
  signs_append (d->text, make_label (d, answer), SIGNS_MARKUP, TRUE);
  tbk_text_printf (d->text, "</text>\n");
}

static void
append_word (Disputes *d, int word)
{
  const TbkPiece *pieces = word_side_pieces (&d->sides[d->first], word);
  const int base = base_of (d);

  tbk_text_printf (d->text, "<text class=\"form\" x=\"%d\" y=\"%d\">", d->x[word], base + 18);
  signs_append (d->text, pieces[FIELD_FORM], SIGNS_MARKUP, TRUE);
  tbk_text_printf (d->text, "</text>\n<text class=\"tag\" x=\"%d\" y=\"%d\">%d ", d->x[word], base + 34,
                   word);
  signs_append (d->text, pieces[FIELD_UPOS], SIGNS_MARKUP, TRUE);
  tbk_text_printf (d->text, "</text>\n");
}

static gboolean
draw_all (Disputes *d, GError **error)
{
  const int n = count_words (d);
  int width, direction = 0;

  if (!find_levels (d, error))
    return FALSE;
  for (int word = 1; word <= n; word++)
    direction += signs_direction (word_side_pieces (&d->sides[d->first], word)[FIELD_FORM]);
  d->is_mirrored = direction < 0;
  width = find_places (d);
  tbk_text_printf (
      d->text,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree%s\" role=\"img\" width=\"%d\" height=\"%d\" "
      "viewBox=\"0 0 %d %d\">\n<title>",
      d->is_mirrored ? " mirrored" : "", width, base_of (d) + WORDS, width, base_of (d) + WORDS);
  signs_append_isolated (d->text, (TbkPiece){ d->title->str, d->title->len }, FALSE);
  tbk_text_printf (d->text, "</title>\n");
  for (int i = 0; i < (int) d->answers->len; i++)
    append_arc (d, i);
  for (int i = 0; i < (int) d->answers->len; i++)
    append_arc_label (d, i);
  for (int word = 1; word <= n; word++)
    append_word (d, word);
  tbk_text_printf (d->text, "</svg>\n");
  return TRUE;
}

/* Appends @piece as an element that turns nothing beside it round. */
static void
append_isolated (Disputes *d, TbkPiece piece)
{
  tbk_text_printf (d->text, "<bdi>");
  signs_append (d->text, piece, SIGNS_MARKUP, TRUE);
  tbk_text_printf (d->text, "</bdi>");
}

/* Appends "obl ← 11 time". */
static void
append_answer (Disputes *d, const Answer *answer)
{
  append_isolated (d, answer->relation);
  if (answer->head == NO_HEAD) {
    tbk_text_printf (d->text, ", no head");
    return;
  }
  tbk_text_printf (d->text, " ← %d ", answer->head);
  if (answer->head > 0)
    append_isolated (d, word_side_pieces (&d->sides[d->first], answer->head)[FIELD_FORM]);
}

/* Returns the answer to @word that most annotators give, the first of equal ones; -1 if two share that. */
static int
find_usual (const Disputes *d, int word)
{
  int usual = -1, most = 0;

  for (int i = d->starts[word]; i < d->starts[word + 1]; i++) {
    const int n = count_bits (answer_at (d, i)->who);

    usual = n > most ? i : n == most ? -1 : usual;
    most = MAX (n, most);
  }
  return usual;
}

/* Appends a row of the table: what each annotator says of @word. What is not the answer of most is marked. */
static void
append_row (Disputes *d, int word)
{
  const int usual = find_usual (d, word);

  tbk_text_printf (d->text, "<tr><th scope=\"row\">%d ", word);
  append_isolated (d, word_side_pieces (&d->sides[d->first], word)[FIELD_FORM]);
  tbk_text_printf (d->text, "</th>");
  for (int side = 0; side < d->options.n_annotators; side++) {
    int i = d->starts[word];

    while (i < d->starts[word + 1] && (answer_at (d, i)->who >> side & 1) == 0)
      i++;
    tbk_text_printf (d->text, "<td>%s", i != usual && usual >= 0 ? "<mark>" : "");
    if (i < d->starts[word + 1])
      append_answer (d, answer_at (d, i));
    tbk_text_printf (d->text, "%s</td>", i != usual && usual >= 0 ? "</mark>" : "");
  }
  tbk_text_printf (d->text, "</tr>\n");
}

static void
append_table (Disputes *d, int n_disputed)
{
  enum { MOST_OPEN = 5 };

  if (n_disputed > MOST_OPEN)
    tbk_text_printf (d->text, "<details>\n<summary>%d disputed words</summary>\n", n_disputed);
  tbk_text_printf (d->text, "<div class=\"wide\" tabindex=\"0\">\n<table class=\"answers\">\n<thead><tr><th "
                            "scope=\"col\">word</th>");
  for (int side = 0; side < d->options.n_annotators; side++) {
    tbk_text_printf (d->text, "<th scope=\"col\">");
    append_isolated (d, signs_piece (d->names[side]));
    tbk_text_printf (d->text, "</th>");
  }
  tbk_text_printf (d->text, "</tr></thead>\n<tbody>\n");
  for (int word = 1; word <= count_words (d); word++)
    if (d->divided[word] > 0)
      append_row (d, word);
  tbk_text_printf (d->text, "</tbody>\n</table>\n</div>\n%s", n_disputed > MOST_OPEN ? "</details>\n" : "");
}

/* Sets the title, and the kinds of disputes. */
static gboolean
set_title (Disputes *d, const TbkEntry *entry, GError **error)
{
  g_autofree char *kinds = NULL;

  g_string_truncate (d->title, 0);
  if (entry->id != NULL)
    g_string_append_printf (d->title, "%.*s, ", (int) MIN (entry->id_length, G_MAXINT16), entry->id);
  g_string_append_printf (d->title, "sentence %" G_GINT64_FORMAT, entry->index);
  if (d->has_folders)
    g_string_append_printf (d->title, " of %s", drawn_file (entry->file));
  tbk_text_clear (d->text);
  for (int word = 1; word <= count_words (d); word++)
    if (d->divided[word] > 0) {
      append_change (d, word, d->text);
      tbk_text_printf (d->text, FIGURE_KIND_END);
    }
  if ((kinds = tbk_text_dup (d->text, error)) == NULL)
    return FALSE;
  g_string_assign (d->kinds, kinds);
  return TRUE;
}

static gboolean
draw_sentence (Disputes *d, const TbkEntry *entry, int n_disputed, GError **error)
{
  TbkPiece title;

  if (!set_title (d, entry, error))
    return FALSE;
  title = (TbkPiece){ d->title->str, d->title->len };
  tbk_text_clear (d->text);
  figure_begin (d->text, title, d->kinds->str);
  figure_begin_box (d->text, title);
  if (!draw_all (d, error))
    return FALSE;
  tbk_text_printf (d->text, "</div>\n<p dir=\"auto\">");
  for (int word = 1; word <= count_words (d); word++) {
    tbk_text_printf (d->text, word > 1 ? " " : "");
    signs_append (d->text, word_side_pieces (&d->sides[d->first], word)[FIELD_FORM], SIGNS_MARKUP, FALSE);
  }
  tbk_text_printf (d->text, "</p>\n");
  append_table (d, n_disputed);
  tbk_text_printf (d->text, "</figure>\n");
  return TRUE;
}

/* 4. job: the sentences of files side by side; those kept for the page. */

static void
dispute_free (gpointer data)
{
  Dispute *dispute = data;

  g_free (dispute->markup);
  g_free (dispute);
}

/* Returns names of annotators: of paths what is before the first dot of the last part; if two are the same, the paths. */
static char **
shorten_names (const char *const *paths)
{
  g_auto (GStrv) names = g_strdupv ((char **) paths);
  g_autoptr (GHashTable) met = g_hash_table_new (g_str_hash, g_str_equal);

  for (char **name = names; *name != NULL; name++) {
    char *path = *name;

    *name = show_file_name (path);
    g_free (path);
    if (!g_hash_table_add (met, *name))
      return g_strdupv ((char **) paths);
  }
  return g_steal_pointer (&names);
}

Disputes *
disputes_new (const DisputesOptions *options)
{
  Disputes *d = g_new0 (Disputes, 1);

  g_return_val_if_fail (
      options != NULL && options->n_annotators >= 2 && options->n_annotators <= TBK_MOST_ANNOTATORS, NULL);
  d->options = *options;
  d->kept = g_ptr_array_new_with_free_func (dispute_free);
  d->pending = g_ptr_array_new_with_free_func (dispute_free);
  d->sides = g_new0 (WordSide, options->n_annotators);
  d->answers = g_array_new (FALSE, FALSE, sizeof (Answer));
  d->text = tbk_text_new ();
  d->title = g_string_new (NULL);
  d->kinds = g_string_new (NULL);
  d->names = shorten_names (options->names);
  d->has_folders = g_file_test (options->names[0], G_FILE_TEST_IS_DIR);
  d->label = g_string_new (NULL);
  return d;
}

void
disputes_free (Disputes *d)
{
  if (d == NULL)
    return;
  room_clear (&d->room);
  for (int side = 0; side < d->options.n_annotators; side++)
    word_side_clear (&d->sides[side]);
  g_free (d->sides);
  g_ptr_array_unref (d->kept);
  g_ptr_array_unref (d->pending);
  g_array_unref (d->answers);
  room_clear (&d->levels.room);
  tbk_text_free (d->text);
  g_string_free (d->title, TRUE);
  g_string_free (d->kinds, TRUE);
  g_strfreev (d->names);
  g_string_free (d->label, TRUE);
  g_free (d);
}

/* The most divided first: by the most disputed word, then by the number of these, then in their order. */
static int
compare_disputes (gconstpointer a, gconstpointer b)
{
  const Dispute *x = *(Dispute *const *) a, *y = *(Dispute *const *) b;

  return x->most != y->most         ? y->most - x->most
         : x->n_words != y->n_words ? y->n_words - x->n_words
         : x->number < y->number    ? -1
                                    : x->number > y->number;
}

/* Reads all sides, and compares their words. */
static gboolean
set_sides (Disputes *d, const TbkEntry *entry, GError **error)
{
  d->first = ((const TbkPair *) entry->pair)->first;
  for (int side = 0; side < d->options.n_annotators; side++)
    d->sides[side].sentence = NULL;
  for (int side = 0; side < d->options.n_annotators; side++) {
    const TbkEntry *own = pair_side (entry, side);

    if (own != NULL
        && (!word_side_set (&d->sides[side], own, error)
            || (side > d->first && !word_side_check (&d->sides[d->first], &d->sides[side], error))))
      return FALSE;
  }
  return ROOM_RESERVE (&d->room, count_words (d) + 2, ARRAY (d->starts), ARRAY (d->divided), ARRAY (d->x),
                       ARRAY (d->by_end), ARRAY (d->places), ARRAY_OF (d->heads, d->options.n_annotators),
                       ARRAY_OF (d->next, d->options.n_annotators))
         || memory_fail (error, "the disputes of %d words", count_words (d));
}

/* Leaves no more disputes than the page shows: the greatest, in their order. It is called when twice as many
 * wait, so that sorting costs little for each, and memory is bounded. */
static void
leave_most (GPtrArray *disputes)
{
  g_ptr_array_sort (disputes, compare_disputes);
  if (disputes->len > MOST_KEPT)
    g_ptr_array_set_size (disputes, MOST_KEPT);
}

/* Finds the answers of a sentence, and draws it if some word is disputed. It is drawn at once, since the
 * sentence is gone when the files end. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Disputes *d = data;
  Dispute dispute = { .number = d->n_sentences + 1 };

  (void) text;
  (void) tally;
  if (!set_sides (d, entry, error))
    return FALSE;
  d->n_sentences++;
  dispute.n_words = find_answers (d, count_words (d));
  if (dispute.n_words == 0)
    return TRUE;
  for (int word = 1; word <= count_words (d); word++)
    dispute.most = MAX (dispute.most, d->divided[word]);
  if (!draw_sentence (d, entry, dispute.n_words, error)
      || (dispute.markup = tbk_text_dup (d->text, error)) == NULL)
    return tbk_entry_fail (entry, error);
  d->n_disputed++;
  g_ptr_array_add (d->pending, g_memdup2 (&dispute, sizeof dispute));
  if (d->pending->len == 2 * MOST_KEPT)
    leave_most (d->pending);
  return TRUE;
}

/* Keeps the sentences of a file, or forgets them. */
static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  Disputes *d = data;

  (void) error;
  if (stays) {
    g_ptr_array_extend_and_steal (d->kept, d->pending);
    d->pending = g_ptr_array_new_with_free_func (dispute_free);
    leave_most (d->kept);
  } else {
    g_ptr_array_set_size (d->pending, 0);
    d->n_sentences = d->n_settled_sentences;
    d->n_disputed = d->n_settled_disputed;
  }
  d->n_settled_sentences = d->n_sentences;
  d->n_settled_disputed = d->n_disputed;
  return TRUE;
}

TbkJob
disputes_job (Disputes *d)
{
  return (
      TbkJob){ .data = d, .work = work, .settle = settle, .takes_any_heads = TRUE, .takes_headless = TRUE };
}

void
disputes_pairing (const Disputes *d, TbkPairing *pairing)
{
  pairing_init (pairing, tbk_conllu_format ());
  pairing->n_systems = d->options.n_annotators - 1;
  pairing->takes_missing = pairing->n_systems > 1; /* nobody disputes a sentence of one file alone */
}

/* 5. page. */

gboolean
disputes_write (Disputes *d, TbkOutput *output, GError **error)
{
  g_autofree char *names = g_strjoinv (", ", d->names);
  g_autofree char *title = g_strdup_printf ("Disputed words of %s", names);
  g_autoptr (Page) page = drawer_new_page (
      title, "All trees of a sentence are in one drawing. Thick red arcs are of words on which "
             "annotators differ, with the names of those who have them. What divides "
             "annotators most comes first.");
  g_autoptr (PageParts) parts = page_parts_new ();
  g_autoptr (TbkText) text = tbk_text_new ();

  page_note (page, "Annotators differ in %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " sentences%s",
             d->n_disputed, d->n_sentences,
             d->n_disputed > MOST_KEPT ? "; the 200 that divide them most are drawn." : ".");
  if (!page_write_begin (page, output, error))
    return FALSE;
  for (guint i = 0; i < d->kept->len; i++) {
    const Dispute *dispute = d->kept->pdata[i];

    tbk_text_clear (text);
    tbk_text_add (text, dispute->markup, strlen (dispute->markup));
    if (!page_parts_write (parts, text, output, error))
      return FALSE;
  }
  return page_parts_settle (parts, TRUE, output, error) && drawer_end_page (output, error);
}
