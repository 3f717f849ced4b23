/* frame.h - the frame of model files, and the lines of text at their heads, one after the other. */
#ifndef LEARNING_FRAME_H
#define LEARNING_FRAME_H

#include "tbk/stream.h"

enum { FRAME_MOST_BITS = 30 };

/* What heads of models of phrase structure begin with. */
#define HEAD_OF_PHRASES "phrases "

/* The head of a file that is read. */
typedef struct {
  const char *path;
  const char *next, *end; /* what is left of the head; the weights begin at its end */
  gsize n_weights;
  guint64 checksum; /* of the file */
  GError **error;
} Head;

/* Maps the file of @path and checks all but what its head says. */
GMappedFile *frame_open (const char *path, Head *head, GError **error);

/* Sets @has_head to whether the head of the file of @path begins with @start. */
gboolean frame_has_head (const char *path, const char *start, gboolean *has_head, GError **error);

/* The weights, where they are integers: the file's, or *@own, to be freed. */
const gint16 *frame_weights (const Head *head, gint16 **own);

/* All bytes before the weights; the text @head gets zeros at its end. */
GString *frame_begin (GString *head, gsize n_weights);
void frame_add_weights (GString *bytes, const gint16 *weights, gsize n_weights);

/* Adds the checksum, and writes all. */
gboolean frame_write (GString *bytes, TbkOutput *output, GError **error);

/* Sets the error to a message. */
gboolean head_fail_with (Head *head, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Fails where a head says what cannot be. A damaged file has a wrong checksum; so it was written by something
 * else. */
gboolean head_fail (Head *head);

/* Fails where a head names a system that there is not. */
gboolean head_fail_system (Head *head, const char *name);

/* The next line, as a string of its own; NULL if there is none. */
char *head_next_line (Head *head);

/* Whether the next line begins with @key. */
gboolean head_has (const Head *head, const char *key);

/* Reads a line that is @key, a space and a number. */
gboolean head_take_number (Head *head, const char *key, gint64 least, gint64 most, int *number);

/* Reads the decimal number @text up to where it ends. */
gboolean head_parse_number (const char *text, gint64 least, gint64 most, gint64 *number, const char **end);

#endif
