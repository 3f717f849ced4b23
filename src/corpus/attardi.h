/* attardi.h - how far down the stack arcs must reach for a parser to build a tree. */
#ifndef CORPUS_ATTARDI_H
#define CORPUS_ATTARDI_H

#include <glib.h>

/* The greatest degree that there is a system for, attardi-4. */
enum { ATTARDI_MOST = 4 };

typedef struct AttardiDegrees AttardiDegrees;

AttardiDegrees *attardi_degrees_new (void);
void attardi_degrees_free (AttardiDegrees *degrees);

/* Finds the least degree at which the tree @heads can be built, 1 for a projective one; ATTARDI_MOST + 1 if at
 * none. Fails without memory. */
gboolean attardi_degree (AttardiDegrees *degrees, const int *heads, int n, int *degree, GError **error);

#endif
