/* text.h - a text in pieces: most of them kept in the block they were read into, a few new.
 *
 * So a sentence that does not change is written from the bytes it came in, and never copied.
 *
 * Ownership  a kept piece must outlive the text or its next clearing; an added piece is copied.
 * Cost       O(1) a kept piece; kept pieces that follow on one another in memory are one.
 * Errors     those of writing, and TBK_ERROR_RESOURCE then if something could not be appended for lack of
 *            memory.
 * Threads    a text belongs to one thread at a time.
 * Since      0.1
 */
#ifndef TBK_TEXT_H
#define TBK_TEXT_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/stream.h"

TBK_BEGIN_DECLS

/* Bytes that stand elsewhere; no NUL follows them. */
typedef struct {
  const char *bytes; /* NULL: nothing at all, where that is said to be possible */
  gsize size;
} TbkPiece;

typedef struct TbkText TbkText;

TbkText *tbk_text_new (void);
void tbk_text_free (TbkText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkText, tbk_text_free)

/* Empties @text and keeps its memory for the next use. */
void tbk_text_clear (TbkText *text);

/* Appends @size bytes, which are copied; and formatted ones. */
void tbk_text_add (TbkText *text, const char *bytes, gsize size);
void tbk_text_printf (TbkText *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

gsize tbk_text_length (const TbkText *text);

/* Forgets all but the first @length bytes. Since: 0.2 */
void tbk_text_cut (TbkText *text, gsize length);

/* A copy in one piece, for the caller to free with g_free(); a NUL follows its last byte. Fails without
 * memory for it, or if something could not be appended. */
char *tbk_text_dup (const TbkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes all of @text, many pieces to a system call. */
gboolean tbk_output_write_text (TbkOutput *output, const TbkText *text,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
