/* mutexes.c - GLib's mutexes, conditions, first uses and counted references made of those that ThreadSanitizer knows, for programs that are
 * built with it.
 *
 * GLib's own are built on futexes, which the sanitizer does not see: everything that they guard would be told as a race. The
 * functions here take the place of GLib's in the program, not within GLib.
 */
#define _GNU_SOURCE 1 /* mutexes that one thread locks several times */
#include <glib.h>
#include <pthread.h>

/* The thing of @size bytes behind @place, made at its first use. */
static gpointer
find_or_make (gpointer *place, gsize size, void (*begin) (gpointer))
{
  gpointer there = __atomic_load_n (place, __ATOMIC_ACQUIRE), made;

  if (there != NULL)
    return there;
  made = g_malloc0 (size);
  begin (made);
  if (__atomic_compare_exchange_n (place, &there, made, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return made;
  g_free (made);
  return there;
}

static void
begin_mutex (gpointer mutex)
{
  pthread_mutex_init (mutex, NULL);
}

static void
begin_condition (gpointer condition)
{
  pthread_cond_init (condition, NULL);
}

static pthread_mutex_t *
mutex_of (GMutex *mutex)
{
  return find_or_make (&mutex->p, sizeof (pthread_mutex_t), begin_mutex);
}

static pthread_cond_t *
condition_of (GCond *condition)
{
  return find_or_make (&condition->p, sizeof (pthread_cond_t), begin_condition);
}

void
g_mutex_init (GMutex *mutex)
{
  mutex->p = NULL;
}

void
g_mutex_clear (GMutex *mutex)
{
  if (mutex->p != NULL)
    pthread_mutex_destroy (mutex->p);
  g_free (mutex->p);
}

void
g_mutex_lock (GMutex *mutex)
{
  pthread_mutex_lock (mutex_of (mutex));
}

void
g_mutex_unlock (GMutex *mutex)
{
  pthread_mutex_unlock (mutex_of (mutex));
}

void
g_cond_init (GCond *condition)
{
  condition->p = NULL;
}

void
g_cond_clear (GCond *condition)
{
  if (condition->p != NULL)
    pthread_cond_destroy (condition->p);
  g_free (condition->p);
}

void
g_cond_wait (GCond *condition, GMutex *mutex)
{
  pthread_cond_wait (condition_of (condition), mutex_of (mutex));
}

void
g_cond_signal (GCond *condition)
{
  pthread_cond_signal (condition_of (condition));
}

void
g_cond_broadcast (GCond *condition)
{
  pthread_cond_broadcast (condition_of (condition));
}

/* What is made at its first use: one thread after the other looks whether it is there. */
static pthread_mutex_t first_uses = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

gboolean (g_once_init_enter) (volatile void *place)
{
  pthread_mutex_lock (&first_uses);
  if (__atomic_load_n ((volatile gsize *) place, __ATOMIC_ACQUIRE) == 0)
    return TRUE;
  pthread_mutex_unlock (&first_uses);
  return FALSE;
}

void (g_once_init_leave) (volatile void *place, gsize value)
{
  __atomic_store_n ((volatile gsize *) place, value, __ATOMIC_RELEASE);
  pthread_mutex_unlock (&first_uses);
}

/* Counted references, whose atomic operations are GLib's own as well. */
typedef struct {
  int n;
  gint64 padding; /* to the alignment that malloc() gives */
} Box;

gpointer
g_atomic_rc_box_alloc0 (gsize size)
{
  Box *box = g_malloc0 (sizeof (Box) + size);

  box->n = 1;
  return box + 1;
}

gpointer (g_atomic_rc_box_acquire) (gpointer thing)
{
  __atomic_add_fetch (&((Box *) thing - 1)->n, 1, __ATOMIC_SEQ_CST);
  return thing;
}

void
g_atomic_rc_box_release_full (gpointer thing, GDestroyNotify clear)
{
  Box *box = (Box *) thing - 1;

  if (__atomic_sub_fetch (&box->n, 1, __ATOMIC_SEQ_CST) > 0)
    return;
  if (clear != NULL)
    clear (thing);
  g_free (box);
}
