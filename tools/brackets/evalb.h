/* evalb.h - what counts in an evaluation of trees: lists of labels and words, and evalb's parameter files. */
#ifndef EVALB_H
#define EVALB_H

#include "tbk/phrase_evaluate.h"

/* Lists of strings, which end with NULL once evalb_set_lists() was called. */
typedef struct {
  GPtrArray *deleted, *uncounted, *quotes;
  GPtrArray *equal, *equal_words; /* pairs, two after two */
} EvalbLists;

void evalb_lists_init (EvalbLists *lists);
void evalb_lists_clear (EvalbLists *lists);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EvalbLists, evalb_lists_clear)

/* Adds the items of @text (nullable): with blanks in it those between blanks, else those between commas. Pairs are written
 * X=Y; @option, such as "--equal", is for messages. */
void evalb_add_items (GPtrArray *list, const char *text);
gboolean evalb_add_pairs (GPtrArray *list, const char *option, const char *text, GError **error);

/* Adds what the parameter file at @path says. Fails (TBK_ERROR_DATA) at what evalb does not know or cannot be done here. */
gboolean evalb_read (const char *path, EvalbLists *lists, GError **error);

/* A checksum of what the lists say, to be freed. */
char *evalb_checksum (const EvalbLists *lists);

/* Makes the lists those of @options. */
void evalb_set_lists (EvalbLists *lists, TbkPhraseEvaluationOptions *options);

#endif
