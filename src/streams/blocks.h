/* blocks.h - an input read in blocks, each of which ends where its format can be cut.
 *
 * A block begins with what the one before was cut off from. It is extended until there is a place to cut,
 * which its reader finds; what comes behind the cut is kept for the next one.
 */
#ifndef STREAMS_BLOCKS_H
#define STREAMS_BLOCKS_H

#include "tbk/stream.h"

#define BLOCK_MAX_SIZE ((gsize) 64 << 20)

typedef struct {
  char *bytes;
  gsize length, n_allocated;
} Block;

typedef struct {
  TbkInput *input;
  const char *unit; /* what a block must have the end of, as "a tree" */
  char *rest;       /* what is read and in no block */
  gsize rest_length, rest_allocated;
  gboolean is_begun;  /* something was read */
  gboolean is_at_end; /* nothing is left to be read */
} BlockReader;

/* FALSE with @error set if there is no such input. */
gboolean block_reader_open (BlockReader *reader, const char *path, const char *unit, GError **error);

void block_reader_close (BlockReader *reader);

/* Begins a block with the rest of the one before. */
gboolean block_begin (BlockReader *reader, Block *block, GError **error);

/* Reads more into the block, until it is about twice as long or the input ends. It is an error if the block
 * has BLOCK_MAX_SIZE bytes already, or the input does not begin as text; the block begins in @line. */
gboolean block_extend (BlockReader *reader, Block *block, gint64 line, GError **error);

/* Keeps what comes behind the first @cut bytes for the next block. */
gboolean block_end (BlockReader *reader, Block *block, gsize cut, GError **error);

#endif
