/* write.c - sentences with other heads, and as they were before.
 *
 * Contents
 *   1. write: a sentence with other heads: the bytes it came in, but for the fields that change
 *   2. restore: a marked sentence as it was before tbk_conllu_sentence_write() marked it
 */
#include "conllu/conllu.h"

#include <string.h>

#include "tree/tree.h"

/* 1. write: a sentence with other heads: the bytes it came in, but for the fields that change.
 *
 * Of the word 2 in the line "2 cat cat NOUN _ _ 3 nsubj _ Gender=Masc" (with tabs), whose head becomes 0:
 *
 *   TBK_MARK_ORIG    HEAD 0, DEPREL root,  MISC Gender=Masc|OrigHead=3|OrigDeprel=nsubj
 *   TBK_MARK_PROJ    HEAD 3, DEPREL nsubj, MISC Gender=Masc|ProjHead=0
 *   TBK_MARK_CHECK   HEAD 3, DEPREL nsubj, MISC Gender=Masc|CheckHead=0
 *   TBK_MARK_NONE    HEAD 0, DEPREL root,  MISC Gender=Masc
 *   a nearest tree   HEAD 0, DEPREL root,  MISC Gender=Masc|GivenHead=3|GivenDeprel=nsubj; and GivenDeps=3:nsubj
 *                    behind that, where DEPS had this arc and now has 0:root
 *
 * The text is made of pieces of the sentence where it is, and of a few bytes that are new.
 *
 * A value of OrigDeprel= or of a mark Given…= must not look like the next attribute of MISC, so "|" is written "\p" in it
 * and "\" is "\\", as UD does it in SpacesAfter=.
 */

static void
add_escaped (TbkText *text, const char *start, const char *end)
{
  for (; start < end; start++) {
    if (*start == '|')
      tbk_text_add (text, "\\p", 2);
    else if (*start == '\\')
      tbk_text_add (text, "\\\\", 2);
    else
      tbk_text_add (text, start, 1);
  }
}

/* Appends @number, which is not negative. */
static void
add_decimal (TbkText *text, int number)
{
  char digits[10], *end = digits + sizeof digits, *first = write_digits_before (end, (guint) number);

  tbk_text_add (text, first, (gsize) (end - first));
}

static const char suggestion[] = "CheckHead=";

static gboolean
has_suggestions (const TbkConlluSentence *sentence)
{
  return g_strstr_len (sentence->text, (gssize) sentence->length, suggestion) != NULL;
}

/* Puts @value in the place of what an attribute @name (with its "=") of the MISC from @start to @end has, and
 * removes others; all of them if @value is NULL. FALSE if there is none. */
static gboolean
replace_attributes (Splice *splice, const char *start, const char *end, const char *name, const char *value)
{
  gboolean is_found = FALSE, keeps = FALSE;

  for (TbkPiece rest = { start, (gsize) (end - start) }, part; take_part (&rest, &part);) {
    const char *at = part.bytes, *at_end = at + part.size;

    if (!has_prefix (at, at_end, name)) {
      keeps = TRUE;
    } else if (value != NULL && !is_found) {
      splice_replace (splice, at + strlen (name), at_end);
      tbk_text_add (splice->text, value, strlen (value));
      is_found = keeps = TRUE;
    } else {
      /* An attribute goes with the bar before it, if something stays before it; else with the bar after
       * it. */
      splice_replace (splice, keeps ? at - 1 : at, keeps || at_end == end ? at_end : at_end + 1);
      is_found = TRUE;
    }
  }
  if (is_found && !keeps)
    tbk_text_add (splice->text, "_", 1);
  return is_found;
}

/* Replaces suggestions; all are removed if @head is -1. */
static gboolean
replace_suggestions (Splice *splice, const char *start, const char *end, int head)
{
  char digits[16];

  g_snprintf (digits, sizeof digits, "%d", head);
  return replace_attributes (splice, start, end, suggestion, head >= 0 ? digits : NULL);
}

/* Appends the mark to the MISC from @start to @end; @deprel to @deprel_end is what stood in DEPREL, or
 * NULL if it stays. */
static void
write_mark (Splice *splice, const char *start, const char *end, TbkMark mark, int head, const char *deprel,
            const char *deprel_end)
{
  static const char *const names[] = {
    [TBK_MARK_ORIG] = "OrigHead=", [TBK_MARK_PROJ] = "ProjHead=", [TBK_MARK_CHECK] = suggestion
  };
  gboolean is_only = end - start == 1 && *start == '_';

  if (mark == TBK_MARK_CHECK && replace_suggestions (splice, start, end, head))
    return;
  splice_replace (splice, is_only ? start : end, end);
  if (!is_only)
    tbk_text_add (splice->text, "|", 1);
  tbk_text_add (splice->text, names[mark], strlen (names[mark]));
  add_decimal (splice->text, head);
  if (mark == TBK_MARK_ORIG && deprel != NULL) {
    tbk_text_add (splice->text, "|OrigDeprel=", strlen ("|OrigDeprel="));
    add_escaped (splice->text, deprel, deprel_end);
  }
}

static TbkPiece
field_at (const TbkConlluSentence *sentence, TbkColumn column)
{
  const int place = sentence->batch->source->columns.places[column];
  const char **fields = sentence->batch->fields;

  return place < 0 ? (TbkPiece){ NULL, 0 }
                   : (TbkPiece){ fields[place], (gsize) (fields[place + 1] - 1 - fields[place]) };
}

/* Returns how the first word of the sentence that has the relation root spells it: root or ROOT. No bytes if none has it. */
static TbkPiece
find_root (const TbkConlluSentence *sentence)
{
  for (int word = 1; word <= sentence->n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    const TbkPiece deprel = field_at (sentence, TBK_COLUMN_DEPREL);
    if (deprel.bytes != NULL && relation_is_root (deprel))
      return (TbkPiece){ deprel.bytes, 4 };
  }
  return (TbkPiece){ NULL, 0 };
}

static const TbkPiece plain_root = { "root", 4 }, plain_dep = { "dep", 3 };

/* Returns what DEPREL becomes by a change of the head, without bytes if it stays. */
static TbkPiece
new_deprel (int old_head, int head, TbkPiece root, const char *start, const char *end)
{
  TbkPiece deprel = { NULL, 0 };

  if (head == 0)
    deprel = root.bytes != NULL ? root : plain_root;
  else if (old_head == 0)
    deprel = plain_dep;
  if (deprel.bytes != NULL && piece_equals (deprel, (TbkPiece){ start, (gsize) (end - start) }))
    deprel.bytes = NULL;
  return deprel;
}

/* Fields are replaced in the order of the columns, since a splice goes from left to right. The mark in MISC
 * says what HEAD and DEPREL were, or what they would be. @root: as the sentence spells it */
static void
write_word (Splice *splice, const TbkConlluSentence *sentence, int word, int head, TbkPiece root,
            TbkMark mark)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char **fields = sentence->batch->fields;
  TbkPiece deprel = { NULL, 0 };
  const gboolean changes_head = mark == TBK_MARK_ORIG || mark == TBK_MARK_NONE;
  int old_head = sentence->heads[word], deprel_place = columns->places[TBK_COLUMN_DEPREL];

  batch_find_fields (sentence->batch, sentence, word);
  if (deprel_place >= 0 && changes_head)
    deprel = new_deprel (old_head, head, root, fields[deprel_place], fields[deprel_place + 1] - 1);

  for (int k = 0; k < columns->n; k++) {
    const char *start = fields[k], *end = fields[k + 1] - 1;
    if (k == columns->places[TBK_COLUMN_HEAD] && changes_head) {
      splice_replace (splice, start, end);
      add_decimal (splice->text, head);
    } else if (k == deprel_place && deprel.bytes != NULL) {
      splice_replace (splice, start, end);
      tbk_text_add (splice->text, deprel.bytes, deprel.size);
    } else if (k == columns->places[TBK_COLUMN_MISC] && mark != TBK_MARK_NONE) {
      write_mark (splice, start, end, mark, mark == TBK_MARK_ORIG ? old_head : head,
                  deprel.bytes != NULL ? fields[deprel_place] : NULL, fields[deprel_place + 1] - 1);
    }
  }
}

/* Appends a word as it is, but for suggestions. */
static void
write_without_suggestions (Splice *splice, const TbkConlluSentence *sentence, int word)
{
  const int misc = sentence->batch->source->columns.places[TBK_COLUMN_MISC];
  const char **fields = sentence->batch->fields;

  if (misc < 0)
    return;
  batch_find_fields (sentence->batch, sentence, word);
  replace_suggestions (splice, fields[misc], fields[misc + 1] - 1, -1);
}

/* Appends the sentence from where @splice stands to its end, with the heads @heads. */
static void
write_words (Splice *splice, const TbkConlluSentence *sentence, const int *heads, TbkMark mark)
{
  const gboolean has_old = mark == TBK_MARK_CHECK && has_suggestions (sentence);
  TbkPiece root = { NULL, 0 };
  gboolean is_sought = FALSE;

  for (int word = 1; word <= sentence->n; word++) {
    const gboolean changes = heads[word] != sentence->heads[word];

    if (changes && heads[word] == 0 && !is_sought) {
      root = find_root (sentence);
      is_sought = TRUE;
    }
    if (changes)
      write_word (splice, sentence, word, heads[word], root, mark);
    else if (has_old)
      write_without_suggestions (splice, sentence, word);
  }
  splice_end (splice, sentence);
}

/* Puts @bytes in the place of the field from @start to @end, if they are others. */
static void
replace_field (Splice *splice, const char *start, const char *end, const char *bytes, gsize size)
{
  if ((gsize) (end - start) == size && memcmp (start, bytes, size) == 0)
    return;
  splice_replace (splice, start, end);
  tbk_text_add (splice->text, bytes, size);
}

/* Appends a word with other values of HEAD and DEPREL, in the order in which the columns stand. */
static void
write_arc (Splice *splice, const TbkConlluSentence *sentence, int word, int head, TbkPiece deprel)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char **fields = sentence->batch->fields;
  char digits[16] = "_";
  int n_digits = head >= 0 ? g_snprintf (digits, sizeof digits, "%d", head) : 1;

  batch_find_fields (sentence->batch, sentence, word);
  if (columns->places[TBK_COLUMN_HEAD] < 0) { /* CoNLL-X without them: they come next */
    splice_replace (splice, fields[columns->n] - 1, fields[columns->n] - 1);
    tbk_text_printf (splice->text, "\t%s\t", digits);
    tbk_text_add (splice->text, deprel.bytes != NULL ? deprel.bytes : "_",
                  deprel.bytes != NULL ? deprel.size : 1);
    return;
  }
  for (int k = 0; k < columns->n; k++) {
    const char *start = fields[k], *end = fields[k + 1] - 1;
    if (k == columns->places[TBK_COLUMN_HEAD])
      replace_field (splice, start, end, digits, (gsize) n_digits);
    else if (k == columns->places[TBK_COLUMN_DEPREL] && deprel.bytes != NULL)
      replace_field (splice, start, end, deprel.bytes, deprel.size);
  }
}

/* Returns TRUE if @field is nothing, or can stand in a line. */
static gboolean
is_field (TbkPiece field)
{
  return field.bytes == NULL
         || (field.size > 0 && memchr (field.bytes, '\t', field.size) == NULL
             && memchr (field.bytes, '\n', field.size) == NULL
             && memchr (field.bytes, '\r', field.size) == NULL);
}

static gboolean
are_fields (const TbkPiece *fields, int n)
{
  for (int word = 1; word <= n; word++)
    if (!is_field (fields[word]))
      return FALSE;
  return TRUE;
}

static const char margin_name[] = "Margin=";

/* Appends the margin of an arc to the MISC from @start to @end, in the place of one that is there; @margin:
 * (nullable) */
static void
write_margin (Splice *splice, const char *start, const char *end, const gint64 *margin)
{
  const gboolean is_only = end - start == 1 && *start == '_';
  char value[32] = "";

  if (margin != NULL)
    g_snprintf (value, sizeof value, "%" G_GINT64_FORMAT, *margin);
  if (replace_attributes (splice, start, end, margin_name, margin != NULL ? value : NULL) || margin == NULL)
    return;
  splice_replace (splice, is_only ? start : end, end);
  tbk_text_printf (splice->text, "%s%s%s", is_only ? "" : "|", margin_name, value);
}

/* Returns TRUE if every head is in 0..@n or missing. */
static gboolean
are_heads (const int *heads, int n)
{
  for (int word = 1; word <= n; word++)
    if (heads[word] < -1 || heads[word] > n)
      return FALSE;
  return TRUE;
}

/* Words whose head and relation stay are not split: their lines are part of one long piece of the text. */
void
tbk_conllu_sentence_write_arcs (const TbkConlluSentence *sentence, const int *heads, const TbkPiece *deprels,
                                TbkText *text)
{
  g_return_if_fail (sentence->problem == NULL);
  g_return_if_fail (heads == NULL || are_heads (heads, sentence->n));
  g_return_if_fail (deprels == NULL || are_fields (deprels, sentence->n));

  Splice splice = { text, sentence->text };
  const gboolean is_new = heads != NULL && sentence->batch->source->columns.places[TBK_COLUMN_HEAD] < 0;
  if (heads == NULL)
    heads = sentence->heads;
  for (int word = 1; word <= sentence->n; word++) {
    TbkPiece deprel = deprels != NULL ? deprels[word] : (TbkPiece){ 0 };
    if (is_new || heads[word] != sentence->heads[word] || deprel.bytes != NULL)
      write_arc (&splice, sentence, word, heads[word], deprel);
  }
  splice_end (&splice, sentence);
}

/* Votes. */

static const char arc_votes_name[] = "ArcVotes=", relation_votes_name[] = "RelVotes=";

/* Sets @misc to the attributes from @start to @end, without those of votes. */
static void
drop_votes (GString *misc, const char *start, const char *end)
{
  g_string_truncate (misc, 0);
  for (TbkPiece rest = { start, (gsize) (end - start) }, part; take_part (&rest, &part);) {
    const char *part_end = part.bytes + part.size;

    if (has_prefix (part.bytes, part_end, arc_votes_name)
        || has_prefix (part.bytes, part_end, relation_votes_name))
      continue;
    if (misc->len > 0)
      g_string_append_c (misc, '|');
    g_string_append_len (misc, part.bytes, (gssize) part.size);
  }
}

/* Puts the votes of a word into the MISC from @start to @end if not all agree, in the place of others. */
static void
write_votes (Splice *splice, const char *start, const char *end, gint64 of_arc, gint64 of_relation, gint64 of,
             GString *misc)
{
  if (of_arc == of && of_relation == of && g_strstr_len (start, end - start, "Votes=") == NULL)
    return;
  drop_votes (misc, start, end);
  if (of_arc < of || of_relation < of) {
    if (g_str_equal (misc->str, "_"))
      g_string_truncate (misc, 0);
    g_string_append_printf (
        misc, "%s%s%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "|%s%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT,
        misc->len > 0 ? "|" : "", arc_votes_name, of_arc, of, relation_votes_name, of_relation, of);
  } else if (misc->len == 0) {
    g_string_append_c (misc, '_');
  }
  replace_field (splice, start, end, misc->str, misc->len);
}

void
conllu_sentence_write_votes (const TbkConlluSentence *sentence, const int *heads, const TbkPiece *deprels,
                             const gint64 *arc_votes, const gint64 *relation_votes, gint64 of, TbkText *text)
{
  g_return_if_fail (sentence->problem == NULL);
  g_return_if_fail (heads != NULL && are_heads (heads, sentence->n));
  g_return_if_fail (deprels != NULL && are_fields (deprels, sentence->n));

  const int *places = sentence->batch->source->columns.places;
  const char **fields = sentence->batch->fields;
  g_autoptr (GString) misc = g_string_new (NULL);
  Splice splice = { text, sentence->text };

  for (int word = 1; word <= sentence->n; word++) {
    const int misc_place = places[TBK_COLUMN_MISC];

    batch_find_fields (sentence->batch, sentence, word);
    for (int k = 0; k < sentence->batch->source->columns.n; k++) {
      const char *start = fields[k], *end = fields[k + 1] - 1;
      char digits[16];

      if (k == places[TBK_COLUMN_HEAD])
        replace_field (&splice, start, end, digits,
                       (gsize) g_snprintf (digits, sizeof digits, "%d", heads[word]));
      else if (k == places[TBK_COLUMN_DEPREL] && deprels[word].bytes != NULL)
        replace_field (&splice, start, end, deprels[word].bytes, deprels[word].size);
      else if (k == misc_place && arc_votes != NULL)
        write_votes (&splice, start, end, arc_votes[word], relation_votes[word], of, misc);
    }
  }
  splice_end (&splice, sentence);
}

/* Marks of a nearest tree at the end of a MISC; `start` is NULL if there are none. */
typedef struct {
  const char *start;     /* the "|" before them included */
  TbkPiece head;         /* still escaped, as the others */
  TbkPiece deprel, deps; /* no bytes if the field stayed */
} Given;

static const char given_head[] = "GivenHead=", given_deprel[] = "GivenDeprel=", given_deps[] = "GivenDeps=";

/* A backslash must be followed by p or by another one, or no value of ours ends here. */
static gboolean
is_escaped (const char *start, const char *end)
{
  for (; start < end; start++) {
    if (*start != '\\')
      continue;
    start++;
    if (start == end || (*start != 'p' && *start != '\\'))
      return FALSE;
  }
  return TRUE;
}

/* Sets @value to that of the attribute from @start to @end if it is called @name and had no value before. */
static gboolean
take_given (const char *start, const char *end, const char *name, TbkPiece *value)
{
  const gsize length = strlen (name);

  if (value->bytes != NULL || !has_prefix (start, end, name) || !is_escaped (start + length, end))
    return FALSE;
  *value = (TbkPiece){ start + length, (gsize) (end - start) - length };
  return TRUE;
}

/* Finds those of the MISC from @misc to @end: before its end any of the other two, and the head before these. What
 * does not look like ours is the treebank's own. */
static Given
find_given (const char *misc, const char *end)
{
  const char *last = find_behind_last (misc, end, '|'), *last_end = end;
  Given given = { .start = NULL };

  while (last > misc
         && (take_given (last, last_end, given_deprel, &given.deprel)
             || take_given (last, last_end, given_deps, &given.deps))) {
    last_end = last - 1;
    last = find_behind_last (misc, last_end, '|');
  }
  if (!take_given (last, last_end, given_head, &given.head) || given.head.size == 0)
    return (Given){ .start = NULL };
  given.start = last == misc ? misc : last - 1;
  return given;
}

/* Returns what DEPREL becomes in a sentence whose heads were no tree, without bytes if it stays: the root is
 * called so, and no other word. But where no word has that name, @root, a word that is on 0 keeps its own. */
static TbkPiece
nearest_deprel (gboolean comes_to_0, int head, TbkPiece root, TbkPiece deprel)
{
  const TbkPiece nothing = { NULL, 0 };

  if (head != 0)
    return relation_is_root (deprel) ? plain_dep : nothing;
  if (relation_is_root (deprel))
    return nothing;
  return root.bytes == NULL && comes_to_0 ? plain_root : root;
}

/* Appends the mark @name with @value to those of the MISC, unless there is none, or @given has it: that says more
 * of the beginning. */
static void
add_given (Splice *splice, const char *name, TbkPiece value, TbkPiece given)
{
  if (value.bytes == NULL || given.bytes != NULL)
    return;
  tbk_text_printf (splice->text, "|%s", name);
  add_escaped (splice->text, value.bytes, value.bytes + value.size);
}

/* Appends the marks to the MISC from @start to @end; @old: what was in the fields that change. */
static void
write_given (Splice *splice, const char *start, const char *end, const Given *old)
{
  const gboolean is_only = end - start == 1 && *start == '_';
  const Given given = find_given (start, end);

  splice_replace (splice, is_only ? start : end, end);
  if (given.start == NULL) {
    tbk_text_printf (splice->text, "%s%s", is_only ? "" : "|", given_head);
    add_escaped (splice->text, old->head.bytes, old->head.bytes + old->head.size);
  }
  add_given (splice, given_deprel, old->deprel, given.deprel);
  add_given (splice, given_deps, old->deps, given.deps);
}

/* Returns TRUE if other words are on 0 than before, or that was not clear: then all relations are to fit. */
static gboolean
roots_change (const TbkConlluSentence *sentence, const int *heads)
{
  for (int word = 1; word <= sentence->n && !sentence->is_broken; word++)
    if ((heads[word] == 0) != (sentence->heads[word] == 0))
      return TRUE;
  return sentence->is_broken;
}

/* The head of an item of DEPS: of a word, or of an empty node, as 7.1. */
static void
dep_head (const char *item, gint64 *word, gint64 *node)
{
  char *end;

  *word = g_ascii_strtoll (item, &end, 10);
  *node = *end == '.' ? g_ascii_strtoll (end + 1, NULL, 10) : 0;
}

/* By heads, those of one head by relations. */
static int
compare_deps (const char *one, const char *other)
{
  gint64 words[2], nodes[2];

  dep_head (one, &words[0], &nodes[0]);
  dep_head (other, &words[1], &nodes[1]);
  if (words[0] != words[1])
    return words[0] < words[1] ? -1 : 1;
  if (nodes[0] != nodes[1])
    return nodes[0] < nodes[1] ? -1 : 1;
  return strcmp (one, other);
}

/* The item that is the arc @arc, as 5:nmod; else, with @is_longer, the first one that has more of its relation, as
 * 5:nmod:of. NULL if there is none. */
static const char *
find_dep (char *const *items, const char *arc, gboolean is_longer)
{
  const gsize length = strlen (arc);
  const char *found = NULL;

  for (; *items != NULL; items++)
    if (g_str_equal (*items, arc))
      return *items;
    else if (is_longer && found == NULL && g_str_has_prefix (*items, arc) && (*items)[length] == ':')
      found = *items;
  return found;
}

/* Changes one arc: of 2:nsubj|5:nsubj whose arc 2:nsubj moves to 7:obj, 5:nsubj stays, and the new item comes
 * before the first one that is behind it in order: 5:nsubj|7:obj. */
char *
tbk_conllu_deps_follow (const char *deps, const char *head, const char *deprel, const char *new_head,
                        const char *new_deprel)
{
  g_return_val_if_fail (deps != NULL && head != NULL && deprel != NULL, NULL);
  g_return_val_if_fail (new_head != NULL && new_deprel != NULL, NULL);

  g_auto (GStrv) items = g_strsplit (deps, "|", -1);
  g_autofree char *arc = g_strdup_printf ("%s:%s", head, deprel), *new = NULL;
  const char *old = find_dep (items, arc, g_str_equal (deprel, new_deprel));
  gboolean is_placed;
  GString *moved;

  if (old == NULL || (g_str_equal (head, new_head) && g_str_equal (deprel, new_deprel)))
    return NULL;
  new = g_strdup_printf ("%s:%s%s", new_head, new_deprel, old + strlen (arc));
  is_placed = find_dep (items, new, FALSE) != NULL;
  moved = g_string_new (NULL);
  for (char **item = items; *item != NULL; item++) {
    if (*item == old)
      continue;
    if (!is_placed && compare_deps (new, *item) < 0) {
      g_string_append_printf (moved, "%s|", new);
      is_placed = TRUE;
    }
    g_string_append_printf (moved, "%s|", *item);
  }
  if (!is_placed)
    g_string_append_printf (moved, "%s|", new);
  g_string_truncate (moved, moved->len - 1); /* the bar behind the last item */
  return g_string_free (moved, FALSE);
}

/* Changes the arc of a word with its fields as they are in @old, if its relation becomes @deprel, or stays
 * where that is NULL. */
static char *
follow_arc (const Given *old, TbkPiece relation, int head, TbkPiece deprel)
{
  char digits[16];

  if (old->deps.bytes == NULL || relation.bytes == NULL
      || memchr (old->deps.bytes, ':', old->deps.size) == NULL)
    return NULL;
  g_snprintf (digits, sizeof digits, "%d", head);
  g_autofree char *deps = g_strndup (old->deps.bytes, old->deps.size);
  g_autofree char *old_head = g_strndup (old->head.bytes, old->head.size);
  g_autofree char *old_deprel = g_strndup (relation.bytes, relation.size);
  g_autofree char *new_deprel =
      deprel.bytes != NULL ? g_strndup (deprel.bytes, deprel.size) : g_strdup (old_deprel);
  return tbk_conllu_deps_follow (deps, old_head, old_deprel, digits, new_deprel);
}

/* Appends a word with its head in the nearest tree, if it or DEPREL changes. Returns whether DEPREL does. */
static gboolean
write_nearest (Splice *splice, const TbkConlluSentence *sentence, int word, int head, TbkPiece root,
               gboolean has_marks)
{
  const Columns *columns = &sentence->batch->source->columns;
  const gboolean changes = head != sentence->heads[word];
  TbkPiece deprel = { NULL, 0 };

  batch_find_fields (sentence->batch, sentence, word);
  const TbkPiece relation = field_at (sentence, TBK_COLUMN_DEPREL);
  Given old = { .head = field_at (sentence, TBK_COLUMN_HEAD), .deps = field_at (sentence, TBK_COLUMN_DEPS) };
  if (relation.bytes != NULL)
    deprel = nearest_deprel (changes, head, root, relation);
  if (!changes && deprel.bytes == NULL)
    return FALSE;
  g_autofree char *deps = follow_arc (&old, relation, head, deprel);
  old.deprel = deprel.bytes != NULL ? relation : (TbkPiece){ NULL, 0 };
  old.deps = deps != NULL ? old.deps : (TbkPiece){ NULL, 0 };
  for (int k = 0; k < columns->n; k++) {
    const char *start = sentence->batch->fields[k], *end = sentence->batch->fields[k + 1] - 1;

    if (k == columns->places[TBK_COLUMN_HEAD] && changes) {
      splice_replace (splice, start, end);
      add_decimal (splice->text, head);
    } else if (k == columns->places[TBK_COLUMN_DEPREL] && deprel.bytes != NULL) {
      splice_replace (splice, start, end);
      tbk_text_add (splice->text, deprel.bytes, deprel.size);
    } else if (k == columns->places[TBK_COLUMN_DEPS] && deps != NULL) {
      splice_replace (splice, start, end);
      tbk_text_add (splice->text, deps, strlen (deps));
    } else if (k == columns->places[TBK_COLUMN_MISC] && has_marks) {
      write_given (splice, start, end, &old);
    }
  }
  return deprel.bytes != NULL;
}

int
tbk_conllu_sentence_write_nearest (const TbkConlluSentence *sentence, const int *heads, gboolean has_marks,
                                   TbkText *text)
{
  g_return_val_if_fail (sentence->problem == NULL && !sentence->has_marks, 0);
  g_return_val_if_fail (heads != NULL && heads_are_in_range (heads, sentence->n), 0);

  Splice splice = { text, sentence->text };
  const gboolean fits_all = roots_change (sentence, heads);
  const TbkPiece root = find_root (sentence);
  int n_deprels = 0;

  for (int word = 1; word <= sentence->n; word++)
    if (fits_all || heads[word] != sentence->heads[word])
      n_deprels += write_nearest (&splice, sentence, word, heads[word], root, has_marks);
  splice_end (&splice, sentence);
  return n_deprels;
}

static gboolean
can_write (const TbkConlluSentence *sentence, const int *heads, TbkMark mark)
{
  return (guint) mark <= TBK_MARK_CHECK
         && (heads == NULL || (!sentence->has_marks && heads_are_in_range (heads, sentence->n)));
}

void
tbk_conllu_sentence_write (const TbkConlluSentence *sentence, const int *heads, TbkMark mark, TbkText *text)
{
  g_return_if_fail (can_write (sentence, heads, mark));

  Splice splice = { text, sentence->text };
  if (heads == NULL)
    splice_end (&splice, sentence);
  else
    write_words (&splice, sentence, heads, mark);
}

/* Returns TRUE if the sentence begins with a byte order mark. */
static gboolean
begins_with_mark (const TbkConlluSentence *sentence)
{
  return sentence->batch->is_first && sentence->line == 1
         && byte_order_mark_size (sentence->text, sentence->length) > 0;
}

/* Where a comment of the sentence may stand first: after a byte order mark, blank lines and the names of
 * columns. */
static const char *
find_first_comment (const TbkConlluSentence *sentence)
{
  const char *line = sentence->text, *limit = line + sentence->length;
  if (sentence->line == 1 && sentence->batch->source->columns.is_named)
    return (const char *) memchr (line, '\n', (gsize) (limit - line)) + 1;
  if (begins_with_mark (sentence))
    line += 3;
  while (*line == '\n' || *line == '\r')
    line++;
  return line;
}

/* Returns TRUE if the blank line after a sentence, which has words, is there. */
static gboolean
ends_with_blank_line (const TbkConlluSentence *sentence)
{
  const char *end = sentence->text + sentence->length;
  return end[-1] == '\n' && (end[-2] == '\n' || (end[-2] == '\r' && end[-3] == '\n'));
}

/* Leaves out the comments from @line on that hold for the sentences after theirs: one version has them. */
static void
drop_document_marks (Splice *splice, const TbkConlluSentence *sentence, const char *line)
{
  const char *limit = sentence->text + sentence->length;

  if (!sentence->has_document_marks)
    return;
  for (const char *end; line < limit && *line == '#'; line = end + 1) {
    end = (const char *) memchr (line, '\n', (gsize) (limit - line));
    if (end == NULL || !lines_is_comment (&sentence->batch->source->columns, line, end))
      return;
    if (lines_is_document_mark (line, end))
      splice_replace (splice, line, end + 1);
  }
}

/* Begins one of several versions of a sentence, each a sentence of its own, with @comments, lines without
 * their "#", before its own. The first version has the sentence's own beginning. Later ones begin at the
 * first comment, with the line ends of the sentence, and without marks of documents, which hold once. */
static void
begin_version (Splice *splice, const TbkConlluSentence *sentence, const char *const *comments,
               gboolean is_first)
{
  const char *start = find_first_comment (sentence), *end = sentence->text + sentence->length;
  const char *newline = memchr (start, '\n', (gsize) (end - start));
  const char *line_end = newline != NULL && newline > start && newline[-1] == '\r' ? "\r\n" : "\n";

  splice->next = is_first ? sentence->text : start;
  if (!is_first && end[-1] != '\n')
    tbk_text_add (splice->text, line_end, strlen (line_end));
  if (!is_first && !ends_with_blank_line (sentence))
    tbk_text_add (splice->text, line_end, strlen (line_end));
  splice_replace (splice, start, start);
  for (; *comments != NULL; comments++)
    tbk_text_printf (splice->text, "# %s%s", *comments, line_end);
  if (!is_first)
    drop_document_marks (splice, sentence, start);
}

void
conllu_sentence_write_choice (const TbkConlluSentence *sentence, const int *heads, TbkMark mark,
                              const char *comment, gboolean is_first, TbkText *text)
{
  g_return_if_fail (heads != NULL && can_write (sentence, heads, mark));

  const char *const comments[] = { comment, NULL };
  Splice splice = { text, sentence->text };

  begin_version (&splice, sentence, comments, is_first);
  write_words (&splice, sentence, heads, mark);
}

/* Every word is written, since a parser gives each a head. */
void
write_parse (const TbkConlluSentence *sentence, const ParsedTree *tree, TbkText *text)
{
  const int misc = sentence->batch->source->columns.places[TBK_COLUMN_MISC];
  const char **fields = sentence->batch->fields;
  Splice splice = { text, sentence->text };

  if (tree->comments != NULL)
    begin_version (&splice, sentence, tree->comments, tree->n_before == 0);
  for (int word = 1; word <= sentence->n; word++) {
    write_arc (&splice, sentence, word, tree->heads[word], tree->deprels[word]);
    if (tree->has_margins && misc >= 0)
      write_margin (&splice, fields[misc], fields[misc + 1] - 1,
                    tree->margins[word].is_known ? &tree->margins[word].margin : NULL);
  }
  splice_end (&splice, sentence);
}

/* A sentence is left out, but its comments on documents hold for those after it: they are kept if their lines
 * are good. The first lost one is reported. */
gint64
write_document_marks (const TbkConlluSentence *sentence, TbkText *text, gint64 *first_lost)
{
  const ReaderSource *source = sentence->batch->source;
  const char *line = sentence->text, *limit = line + sentence->length;
  gint64 n_lost = 0;

  if (begins_with_mark (sentence)) {
    if (!source->strict)
      text_keep (text, line, 3);
    line += 3;
  }
  for (gint64 number = sentence->line; line < limit; number++) {
    const char *newline = memchr (line, '\n', (gsize) (limit - line));
    const char *end = newline != NULL ? newline : limit;
    gboolean is_mark = lines_is_comment (&source->columns, line, end) && lines_is_document_mark (line, end);
    if (is_mark && batch_is_good_line (source, line, end, newline != NULL)
        && !columns_differ (&source->columns, line, (gsize) (end - line))) {
      text_keep (text, line, (gsize) (end - line));
      tbk_text_add (text, "\n", 1);
    } else if (is_mark && n_lost++ == 0) {
      *first_lost = number;
    }
    line = end + 1;
  }
  return n_lost;
}

/* 2. restore: a marked sentence as it was before tbk_conllu_sentence_write() marked it. */

/* A mark at the end of a MISC, from `start` (the "|" before it included) to the field's end. */
typedef struct {
  const char *start;
  gboolean is_orig;
  int head;
  const char *deprel; /* still escaped; NULL if there is none */
  const char *deprel_end;
} Mark;

static gboolean
fail (const TbkConlluSentence *sentence, int word, const char *start, const char *end, const char *what,
      GError **error)
{
  g_autofree char *quoted = tbk_quote (start, (gsize) (end - start));
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s in MISC %s",
               sentence->batch->source->name, batch_word_line (sentence->batch, sentence, word), quoted,
               what);
  return FALSE;
}

/* Finds the mark of a word whose fields are found; `start` stays NULL if there is none. */
static gboolean
find_mark (const TbkConlluSentence *sentence, int word, Mark *mark, GError **error)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char *misc = sentence->batch->fields[columns->places[TBK_COLUMN_MISC]];
  const char *end = sentence->batch->fields[columns->places[TBK_COLUMN_MISC] + 1] - 1;
  const char *last = find_behind_last (misc, end, '|'), *last_end = end;

  *mark = (Mark){ .start = NULL };
  if (last > misc && has_prefix (last, end, "OrigDeprel=")) {
    const char *before = find_behind_last (misc, last - 1, '|');

    /* Without OrigHead= before it, it is the treebank's own. */
    if (!has_prefix (before, last - 1, "OrigHead="))
      return TRUE;
    mark->deprel = last + strlen ("OrigDeprel=");
    mark->deprel_end = end;
    if (columns->places[TBK_COLUMN_DEPREL] < 0 || !is_escaped (mark->deprel, end))
      return fail (sentence, word, last, end, "is not the end of a mark", error);
    last_end = last - 1;
    last = before;
  }
  mark->is_orig = has_prefix (last, last_end, "OrigHead=");
  if (!mark->is_orig && !has_prefix (last, last_end, "ProjHead="))
    return TRUE;

  if (last_end - last == strlen ("OrigHead="))
    return TRUE; /* without a number it is no mark of ours */
  mark->head = decimal (last + strlen ("OrigHead="), last_end);
  if (mark->head < 0 || mark->head > sentence->n || mark->head == word) {
    g_autofree char *what =
        g_strdup_printf ("is not the number of another word or 0 (the last word is %d)", sentence->n);
    return fail (sentence, word, last, last_end, what, error);
  }
  mark->start = last == misc ? misc : last - 1;
  return TRUE;
}

static void
add_unescaped (TbkText *text, const char *start, const char *end)
{
  for (; start < end; start++) {
    if (*start != '\\')
      tbk_text_add (text, start, 1);
    else
      tbk_text_add (text, *++start == 'p' ? "|" : "\\", 1);
  }
}

/* HEAD and DEPREL get what the marks of one layer say; MISC loses these: one that was marks alone was `_`. */
static void
restore_word (Splice *splice, const TbkConlluSentence *sentence, const Mark *mark, const Given *given)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char **fields = sentence->batch->fields;
  for (int k = 0; k < columns->n; k++) {
    const char *start = fields[k], *end = fields[k + 1] - 1;
    if (k == columns->places[TBK_COLUMN_HEAD] && given->start != NULL) {
      splice_replace (splice, start, end);
      add_unescaped (splice->text, given->head.bytes, given->head.bytes + given->head.size);
    } else if (k == columns->places[TBK_COLUMN_DEPREL] && given->deprel.bytes != NULL) {
      splice_replace (splice, start, end);
      add_unescaped (splice->text, given->deprel.bytes, given->deprel.bytes + given->deprel.size);
    } else if (k == columns->places[TBK_COLUMN_DEPS] && given->deps.bytes != NULL) {
      splice_replace (splice, start, end);
      add_unescaped (splice->text, given->deps.bytes, given->deps.bytes + given->deps.size);
    } else if (k == columns->places[TBK_COLUMN_HEAD] && mark->is_orig) {
      splice_replace (splice, start, end);
      tbk_text_printf (splice->text, "%d", mark->head);
    } else if (k == columns->places[TBK_COLUMN_DEPREL] && mark->deprel != NULL) {
      splice_replace (splice, start, end);
      add_unescaped (splice->text, mark->deprel, mark->deprel_end);
    } else if (k == columns->places[TBK_COLUMN_MISC]) {
      const char *first = given->start != NULL ? given->start : mark->start;
      splice_replace (splice, first, end);
      if (first == start && *first != '|') /* an empty MISC came to begin with the bar before the marks */
        tbk_text_add (splice->text, "_", 1);
    }
  }
}

/* Checks that the heads that the marks give make a tree. */
static gboolean
check_tree (const TbkConlluSentence *sentence, GError **error)
{
  const TbkConlluBatch *batch = sentence->batch;
  int word = heads_find_cycle (batch->marked, sentence->n, batch->visits);

  if (word == 0)
    return TRUE;
  g_autofree char *words = heads_describe_cycle (batch->marked, word);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": [non-tree] the words %s form a cycle, expected a tree",
               tbk_conllu_sentence_file (sentence), batch_word_line (batch, sentence, word), words);
  return FALSE;
}

/* Undoes the marks of projectivization. All are looked at first, so that a bad one leaves @text as it is. */
static gboolean
restore_projective (const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  const Given none = { .start = NULL };
  int *heads = sentence->batch->marked;
  Splice splice = { text, sentence->text };
  Mark mark;

  for (int word = 1; word <= sentence->n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    if (!find_mark (sentence, word, &mark, error))
      return FALSE;
    heads[word] = mark.start != NULL && mark.is_orig ? mark.head : MAX (sentence->heads[word], 0);
  }
  if (!check_tree (sentence, error))
    return FALSE;
  for (int word = 1; word <= sentence->n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    if (find_mark (sentence, word, &mark, NULL) && mark.start != NULL)
      restore_word (&splice, sentence, &mark, &none);
  }
  splice_end (&splice, sentence);
  return TRUE;
}

/* Undoes the marks of a nearest tree, which need not give a tree. */
static void
restore_nearest (const TbkConlluSentence *sentence, TbkText *text)
{
  const Mark none = { .start = NULL };
  Splice splice = { text, sentence->text };

  for (int word = 1; word <= sentence->n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    const TbkPiece misc = field_at (sentence, TBK_COLUMN_MISC);
    const Given given = find_given (misc.bytes, misc.bytes + misc.size);
    if (given.start != NULL)
      restore_word (&splice, sentence, &none, &given);
  }
  splice_end (&splice, sentence);
}

/* Returns the layer of the marks at the end of the MISC of a word whose fields are found, which ends at *@end; this goes
 * before them. A bad mark is one, for its error to be found. */
static MarkLayer
find_layer (const TbkConlluSentence *sentence, int word, gboolean is_last, const char **end)
{
  const TbkPiece misc = field_at (sentence, TBK_COLUMN_MISC);
  Mark mark = { .start = NULL };
  Given given;
  const char *start;

  if (is_last && !find_mark (sentence, word, &mark, NULL))
    mark.start = misc.bytes;
  given = find_given (misc.bytes, *end);
  if (mark.start != NULL || given.start != NULL) {
    *end = mark.start != NULL ? mark.start : given.start;
    return mark.start != NULL ? MARK_LAYER_PROJECTIVE : MARK_LAYER_NEAREST;
  }
  if (reorder_find_id ((TbkPiece){ misc.bytes, (gsize) (*end - misc.bytes) }, &start) == 0)
    return MARK_LAYER_NONE;
  *end = start;
  return MARK_LAYER_ORDER;
}

/* Returns TRUE if some mark may be there. */
static gboolean
may_have_layers (const TbkConlluSentence *sentence)
{
  return sentence->problem == NULL && sentence->n > 0
         && sentence->batch->source->columns.places[TBK_COLUMN_MISC] >= 0
         && (sentence->has_marks
             || g_strstr_len (sentence->text, (gssize) sentence->length, given_head) != NULL
             || g_strstr_len (sentence->text, (gssize) sentence->length, "OrigId=") != NULL);
}

/* Marks of projectivization are the last, since nothing else is written into a sentence that has them. An order marks all
 * words, so some are behind it if a word ends in those of a nearest tree. */
MarkLayer
conllu_sentence_last_layer (const TbkConlluSentence *sentence, gboolean *has_more)
{
  gboolean has[MARK_LAYER_PROJECTIVE + 1] = { FALSE };
  MarkLayer last = MARK_LAYER_NONE;

  g_return_val_if_fail (sentence != NULL && has_more != NULL, MARK_LAYER_NONE);
  *has_more = FALSE;
  for (int word = may_have_layers (sentence) ? 1 : sentence->n + 1; word <= sentence->n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    const TbkPiece misc = field_at (sentence, TBK_COLUMN_MISC);
    const char *end = misc.bytes + misc.size;
    const MarkLayer layer = find_layer (sentence, word, TRUE, &end);

    has[layer] = TRUE;
    last = MAX (last, layer);
    *has_more |= layer != MARK_LAYER_NONE && find_layer (sentence, word, FALSE, &end) != MARK_LAYER_NONE;
  }
  for (int layer = MARK_LAYER_NONE + 1; layer < (int) last; layer++)
    *has_more |= has[layer];
  return last;
}

gboolean
tbk_conllu_sentence_restore (const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  gboolean has_more;
  const MarkLayer layer = conllu_sentence_last_layer (sentence, &has_more);
  Splice splice = { text, sentence->text };

  if (layer == MARK_LAYER_PROJECTIVE)
    return restore_projective (sentence, text, error);
  if (layer == MARK_LAYER_ORDER)
    return reorder_restore (sentence, text, error);
  if (layer == MARK_LAYER_NEAREST)
    restore_nearest (sentence, text);
  else
    splice_end (&splice, sentence);
  return TRUE;
}
