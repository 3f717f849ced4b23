/* model_head.h - the frame of model files, and the lines of their heads; see model.c. */
#ifndef PARSER_MODEL_HEAD_H
#define PARSER_MODEL_HEAD_H

#include <glib.h>

#include "tbk/stream.h"

enum { FRAME_MOST_BITS = 30 };

/* A file that is read. */
typedef struct {
  const char *path;
  const char *next, *end; /* what is left of the head; the weights begin where it ends */
  gsize n_weights;
  GError **error;
} Head;

/* Maps the file of @path, checks all but what its head says, and makes @head its head. */
GMappedFile *frame_open (const char *path, Head *head, GError **error);

/* Whether there is such a file, and its head begins with @start. */
gboolean frame_has_head (const char *path, const char *start);

/* The weights, which may be the file's or *@own, to be freed. */
const gint16 *frame_weights (const Head *head, gint16 **own);

/* All bytes before the weights: the text @head, which gets zeros at its end, in the frame. */
GString *frame_begin (GString *head, gsize n_weights);
void frame_add_weights (GString *bytes, const gint16 *weights, gsize n_weights);

/* Adds the checksum, and writes all. */
gboolean frame_write (GString *bytes, TbkOutput *output, GError **error);

/* Sets the error: FALSE. A damaged file has a wrong checksum; so head_fail() is for what something else wrote. */
gboolean head_fail_with (Head *head, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean head_fail (Head *head);

/* The next line, as a string of its own; NULL if there is none. */
char *head_next_line (Head *head);

/* Reads a line that is @key, a space and a number. */
gboolean head_take_number (Head *head, const char *key, gint64 least, gint64 most, int *number);

#endif
