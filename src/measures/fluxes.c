/* fluxes.c - weights of fluxes: the most arcs over a gap of which no two share a word.
 *
 *   (MD12)  Take arcs from the deepest dependent up, wherever both ends are free. Let d be the deepest
 *           dependent of the arcs left. None of them leads from d, so all that share a word with the arc into
 *           d share its head, and of these at most one is taken; the arc into d can stand in for it.
 *
 * Any order that has dependents before their heads does. So arcs are bits, numbered by the places of their
 * dependents in the outline's order.
 */
#include "measures/outline.h"

#include <string.h>

enum { FEW = 64 }; /* words whose arcs are one number's bits */

static const guint64 one = 1;

/* (MD12) for few words: a flux is a set, and so are the words taken. */
static void
weigh_few (const Outline *outline, gint64 *sum, int *most)
{
  guint64 ends[FEW] = { 0 };     /* of the arc into the word at a place: both words, by their places */
  guint64 arcs[FEW + 1] = { 0 }; /* that begin or end at a word */
  guint64 flux = 0;
  guint8 place[FEW + 1];
  int n = outline->n;

  for (int i = 0; i < n; i++)
    place[outline->order[i]] = (guint8) i;
  for (int i = 0; i < n; i++) {
    int word = outline->order[i], head = outline->heads[word];
    if (head == 0)
      continue;
    ends[i] = one << i | one << place[head];
    arcs[word] |= one << i;
    arcs[head] |= one << i;
  }
  for (int word = 1; word < n; word++) {
    guint64 taken = 0;
    int weight = 0;
    /* An arc that ends here was in the flux and goes; one that begins here was not and comes. */
    flux ^= arcs[word];
    for (guint64 rest = flux; rest != 0; rest &= rest - 1) {
      guint64 pair = ends[__builtin_ctzll (rest)];
      /* All bits if neither of its words is taken, without a branch: it is as likely as not. */
      guint64 is_free = -(guint64) ((taken & pair) == 0);
      taken |= pair & is_free;
      weight += (int) (is_free & 1);
    }
    *sum += weight;
    *most = MAX (*most, weight);
  }
}

/* The same for a flux in pieces of 32 arcs. @taken has the last gap for which a word was taken. */
static int
weigh_flux (const Outline *outline, const guint *flux, int gap, int *taken)
{
  int weight = 0;

  for (int first = 0; first < outline->n; first += 32)
    for (guint rest = flux[first / 32]; rest != 0; rest &= rest - 1) {
      int word = outline->order[first + __builtin_ctz (rest)], head = outline->heads[word];
      if (taken[word] == gap || taken[head] == gap)
        continue;
      taken[word] = taken[head] = gap;
      weight++;
    }
  return weight;
}

static void
toggle (guint *flux, int place)
{
  flux[place / 32] ^= 1u << place % 32;
}

static void
weigh_many (Outline *outline, gint64 *sum, int *most)
{
  int n = outline->n, *place = outline->scratch[0], *taken = outline->scratch[1];
  guint *flux = (guint *) outline->scratch[2];

  memset (taken, 0, sizeof (int) * ((gsize) n + 1));
  memset (flux, 0, sizeof (int) * ((gsize) n + 1));
  for (int i = 0; i < n; i++)
    place[outline->order[i]] = i;
  for (int word = 1; word < n; word++) {
    int weight;
    if (outline->heads[word] != 0)
      toggle (flux, place[word]);
    for (int k = outline->first[word]; k < outline->first[word + 1]; k++)
      toggle (flux, place[outline->sorted[k]]);
    weight = weigh_flux (outline, flux, word, taken);
    *sum += weight;
    *most = MAX (*most, weight);
  }
}

void
fluxes_measure (Outline *outline, gint64 *lengths)
{
  gint64 sum = 0;
  int most = 0;

  if (outline->n <= FEW)
    weigh_few (outline, &sum, &most);
  else
    weigh_many (outline, &sum, &most);
  lengths[TBK_LENGTH_FLUX_WEIGHTS] = sum;
  lengths[TBK_LENGTH_GREATEST_FLUX_WEIGHT] = most;
}
