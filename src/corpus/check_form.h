/* check_form.h - what is wrong with the form of sentences: their lines, and heads that are no tree. */
#ifndef CORPUS_CHECK_FORM_H
#define CORPUS_CHECK_FORM_H

#include "corpus/check_message.h"
#include "tbk/checks.h"

/* What was found in a sentence. */
typedef struct {
  Checked *all;
  gsize n, n_allocated;
} CheckedList;

gboolean checked_list_add (CheckedList *list, const Checked *checked, GError **error);
/* Empties it; its memory is kept. */
void checked_list_empty (CheckedList *list);
void checked_list_clear (CheckedList *list);

/* Whether it holds something of form. */
gboolean checked_list_has_form (const CheckedList *list);

/* Adds what is wrong with the form of @entry, of which the words are read if it has some; sets *@is_tree to whether its
 * heads are a tree all the same. */
gboolean check_form_find (const TbkEntry *entry, const TbkChecksOptions *options, const CheckWords *words,
                          CheckedList *list, gboolean *is_tree, GError **error);

#endif
