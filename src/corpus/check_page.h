/* check_page.h - a page of HTML with what was found in sentences, and their drawings. */
#ifndef CORPUS_CHECK_PAGE_H
#define CORPUS_CHECK_PAGE_H

#include "corpus/check_message.h"
#include "corpus/drawn.h"
#include "tbk/checks.h"

/* What makes the parts of sentences. */
typedef struct {
  TbkDrawer *drawer;
  Drawn drawn;
  GString *title, *list; /* the latter of what was found */
} CheckPage;

void check_page_init (CheckPage *page);
void check_page_clear (CheckPage *page);

/* Appends the part of a sentence: @n things found, and its tree; before and after if @heads are others, which
 * may be NULL. Without a tree it appends lines that are wrong, and those around the first. */
gboolean check_page_append (CheckPage *page, const TbkEntry *entry, const Checked *checked, int n,
                            const CheckWords *words, gboolean is_tree, const int *heads, TbkText *text,
                            GError **error);

/* Writes what stands before all parts: what was found in all, by test, to choose from; and what stands after
 * them. */
gboolean check_page_write_begin (const TbkChecksOptions *options, const TbkTally *total, GError **error);
gboolean check_page_write_end (const TbkChecksOptions *options, gint64 n_not_drawn, GError **error);

#endif
