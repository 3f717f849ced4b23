/* marks.h - comments that hold for the sentences after theirs, where some of these are left out.
 *
 * Such a comment is known by its key: newdoc, newpar, or the name of a comment on the whole file, as
 * global.Entity. The latest of each key goes to the next sentence that is written, unless this has one of
 * that key itself. A comment on the whole file goes there only if what was written says something else. A
 * newpar holds in its document, and goes with the one before.
 *
 * Threads note in a MarkLog what became of their sentences; the logs are then taken in order.
 */
#ifndef CORPUS_MARKS_H
#define CORPUS_MARKS_H

#include "tbk/format.h"

/* Those of a sentence, as lines that TbkFormat.keep_marks() appends. */
typedef struct {
  const char *lines; /* they may begin with a byte order mark */
  gsize length;
  gint64 line;                /* of the sentence */
  gboolean is_of_file;        /* one may be a comment on the whole file */
  gboolean begins_by_columns; /* the names of columns are its first line */
} MarkLines;

/* What was written: the latest line of each key of a comment on the whole file. */
typedef struct {
  GHashTable *lines; /* by key */
  gsize n_bytes;
} MarksHeld;

void marks_held_init (MarksHeld *held);
void marks_held_clear (MarksHeld *held);

typedef struct {
  MarksHeld *held;
  gboolean is_without_columns; /* files without names of columns, nor a byte order mark, are written */

  /* What waits for the next sentence. */
  GPtrArray *waiting;
  GHashTable *by_key;
  gsize n_bytes;  /* of keys and lines */
  gint64 n_lines; /* that wait; beside them keys of others are kept */
  gint64 n_kept;  /* of all times, to know their order */

  gint64 n_lost;     /* those that could not be kept */
  gint64 first_lost; /* the line of the first of these */
} Marks;

void marks_init (Marks *marks, MarksHeld *held);
void marks_clear (Marks *marks);

/* Meets a sentence that is left out: because it is bad, or was not asked for. Between such a one and the next there
 * may be many documents, so that only what it says of the whole file is kept. */
void marks_leave_out (Marks *marks, const MarkLines *own, gboolean is_asked_for);

/* Meets a sentence that is written, and appends to @lines what must stand before it. */
void marks_write (Marks *marks, const MarkLines *own, GString *lines);

/* What became of the sentences of a batch. */
typedef struct {
  GArray *events;
  GString *bytes;
  gint64 n_lost, first_lost;
  gboolean has_written;  /* a sentence */
  gboolean has_left_out; /* since the last sentence that was written */
} MarkLog;

typedef enum {
  MARKS_LEFT_OUT,
  MARKS_NOT_ASKED_FOR,
  MARKS_WRITTEN,
  MARKS_BLANK, /* written, but no sentence: gives way to comments */
} MarkEventKind;

void mark_log_init (MarkLog *log);
void mark_log_reset (MarkLog *log);
void mark_log_clear (MarkLog *log);

/* Notes that @entry is left out, or written as what stands in @text from @offset on. */
gboolean mark_log_add (MarkLog *log, MarkEventKind kind, const TbkFormat *format, const TbkEntry *entry,
                       const TbkText *text, gsize offset, GError **error);

/* Takes what was noted. If comments must be written between the sentences of @text, @result becomes a copy
 * that has them, else NULL. Blank lines before such a sentence give way to them. */
gboolean marks_take (Marks *marks, const MarkLog *log, const TbkText *text, TbkText **result, GError **error);

/* The marks of @entry: their lines are appended to @text and put into @bytes, which own->lines becomes. */
gboolean mark_lines_read (const TbkFormat *format, const TbkEntry *entry, MarkLines *own, char **bytes,
                          gint64 *n_lost, gint64 *first_lost, GError **error);

#endif
