/* n_best.h - derivations from the best on: lists that are made when asked for.
 *
 * A derivation is a tree of items, and of each item an edge is taken that makes it of others. Who asks knows items by number, and
 * hands out their edges.
 */
#ifndef TABULAR_N_BEST_H
#define TABULAR_N_BEST_H

#include <glib.h>

/* No item. */
#define NO_ITEM G_MAXUINT32

/* A way to make an item: its score is weight + (left + right), with the scores of the parts. Of one part it is left + weight; that is
 * in the order in which charts add, so that equal derivations have equal bits. */
typedef struct {
  guint32 choice;   /* whatever tells it from the others of the item */
  guint32 parts[2]; /* NO_ITEM: it has no derivations of its own */
  double best[2];   /* the scores of their best derivations, or of what has none */
  int n_parts;
  double weight;
} NBestEdge;

typedef struct NBest NBest;

typedef struct {
  gconstpointer data;
  /* Hands all edges of an item to n_best_add(). */
  void (*expand) (gconstpointer data, guint32 item, NBest *n_best);
  /* Finds an edge again. */
  void (*find) (gconstpointer data, guint32 item, guint32 choice, NBestEdge *edge);
} NBestGraph;

NBest *n_best_new (void);
void n_best_free (NBest *n_best);

/* Begins with a goal among @n_items; @graph is kept. What was listed before is forgotten. FALSE if memory does not suffice. */
gboolean n_best_begin (NBest *n_best, const NBestGraph *graph, guint32 n_items, guint32 goal);

/* Adds an edge of the item that is expanded; its parts are not read, but their scores are. */
void n_best_add (NBest *n_best, const NBestEdge *edge);

/* Is handed the edges of a derivation, from the goal down. */
typedef void (*NBestVisit) (gpointer data, guint32 item, guint32 choice);

/* Hands out the next derivation: 1; 0 if there are no more, -1 if memory does not suffice. Of equally good ones those come first that
 * were found first. */
int n_best_next (NBest *n_best, NBestVisit visit, gpointer data);

/* The bytes that derivations take. */
gsize n_best_memory (const NBest *n_best);

#endif
