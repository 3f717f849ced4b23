/* tool.c - the name under which the program speaks, its messages, and the end of memory.
 *
 * Contents
 *   1. tool: the name under which the program speaks, and its messages
 *   2. memory: what happens when memory runs out where no error can be returned: a message is written, and
 *      the program ends with status 3. Files under construction are gone with it
 */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include "options/options.h"

#include <dlfcn.h>
#include <errno.h>
#include <gmp.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tbk/io.h"

/* 1. tool: the name under which the program speaks, and its messages. */

static const char *running;

/* Ends of messages behind their guesses. */
static struct {
  const char *guess;
  char *advice;
} advices[8];
static gsize n_advices;

/* TRUE if messages about bad sentences offer to leave them out. */
static gboolean offers_skip;

const char *
tool_command (void)
{
  return running;
}

void
tool_set_command (const char *name)
{
  running = name;
  offers_skip = FALSE;
  while (n_advices > 0)
    g_clear_pointer (&advices[--n_advices].advice, g_free);
}

/* Names of functions in messages of the library are options here: who gives options knows no functions. */
char *
tool_words (const char *message)
{
  static const struct {
    const char *function, *option;
  } names[] = {
    { "tbk_oracles_set_search()", "--limit=search:N" },
  };
  char *words = g_strdup (message);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_auto (GStrv) parts = g_strsplit (words, names[i].function, -1);

    g_free (words);
    words = g_strjoinv (names[i].option, parts);
  }
  return words;
}

/* Returns @message with @advice behind the last place where it has @guess; @message, which is freed, if it
 * does not have that. */
static char *
put_behind (char *message, const char *guess, const char *advice)
{
  const char *found = g_strrstr (message, guess);
  gsize length = found == NULL ? 0 : (gsize) (found - message) + strlen (guess);
  char *advised;

  if (found == NULL)
    return message;
  advised = g_strdup_printf ("%.*s%s%s", (int) length, message, advice, message + length);
  g_free (message);
  return advised;
}

void
tool_set_advice (const char *guess, const char *advice)
{
  gsize i = 0;

  while (i < n_advices && strcmp (advices[i].guess, guess) != 0)
    i++;
  g_return_if_fail (i < G_N_ELEMENTS (advices));
  n_advices = MAX (n_advices, i + 1);
  g_free (advices[i].advice);
  advices[i].guess = guess;
  advices[i].advice = g_strdup (advice);
}

void
tool_advise (GError *error, const char *guess, const char *advice)
{
  error->message = put_behind (error->message, guess, advice);
}

void
tool_offer_skip (gboolean offers)
{
  offers_skip = offers;
}

/* Returns TRUE if @message is of heads that are no tree, to a command that needs one. */
static gboolean
is_of_heads (const char *message)
{
  static const char *const tests[] = { "[invalid-head] HEAD ", "[unknown-head] HEAD ",
                                       "[head-self-loop] HEAD ", "[non-tree] the words " };
  static const char *const others[] = { "check", "repair", "restore", NULL };

  for (gsize t = 0; t < G_N_ELEMENTS (tests); t++)
    if (strstr (message, tests[t]) != NULL)
      return running != NULL && !g_strv_contains (others, running);
  return FALSE;
}

/* Returns advice for a sentence of which @message says that it is bad: by the name of a test in brackets. */
static const char *
advice_for (const char *message)
{
  const gboolean can_skip =
      offers_skip && strstr (message, ": [") != NULL && strstr (message, ": warning: [") == NULL;

  if (is_of_heads (message))
    return can_skip ? "; 'tbk repair' makes trees, --on-error=skip leaves out the sentence"
                    : "; 'tbk repair' makes trees";
  return can_skip ? "; --on-error=skip leaves out the sentence" : "";
}

/* Messages about a file that are warnings. */
static int n_warnings;

int
tool_n_warnings (void)
{
  return n_warnings;
}

void
tool_message (const char *format, ...)
{
  g_autofree char *message = NULL, *words = NULL, *escaped = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  words = tool_words (message);
  for (gsize i = 0; i < n_advices; i++)
    words = put_behind (words, advices[i].guess, advices[i].advice);
  escaped = tbk_escape (words);
  n_warnings += strstr (escaped, ": warning: [") != NULL;
  if (running != NULL)
    fprintf (stderr, "tbk %s: %s%s\n", running, escaped, advice_for (escaped));
  else
    fprintf (stderr, "tbk: %s\n", escaped);
}

/* Without this, a program that waits for a person looks as if it were at work. */
void
tool_announce_terminal (const char *path)
{
  static gboolean is_announced; /* an option and the files of a run may name it */

  if (is_announced || strcmp (path, "-") != 0 || !isatty (STDIN_FILENO))
    return;
  is_announced = TRUE;
  tool_message ("waiting for standard input, which is a terminal; Ctrl-D ends it");
}

/* 2. memory: what happens when memory runs out where no error can be returned: a message is written, and the
 * program ends with status 3. Files under construction are gone with it.
 *
 * GLib reports a lack of memory by a fatal message, before which we come in. But it needs memory for the
 * message, and (in 2.74) asks for that again and again until the stack overflows; or ends the process without
 * a message where slices, locks and threads lack some. So malloc() is ours in this program: it asks the
 * allocator that the program would have without us, and a small request that fails is the end. A large one
 * may fail: whoever asked can return an error or, as GLib and GMP, come here.
 *
 *   who asks                    how much          what happens
 *   GLib, a small string        < SMALL           run_out() in malloc()
 *   GLib, a large one           any               NULL, a fatal message, run_out() in take_message()
 *   GMP, a number               any               run_out() in allocate()
 *   a chart, by try_reserve()   >= SMALL          NULL, so an error that names the sentence
 */

/* Ends the program. Asks for no memory, and may be called with any lock held. */
static void
run_out (void)
{
  static const char tbk[] = "tbk ", message[] = ": memory ran out\n";
  static int is_ending;
  const char *command = tool_command ();
  struct iovec pieces[] = { { (char *) tbk, command != NULL ? 4 : 3 },
                            { (char *) command, command != NULL ? strlen (command) : 0 },
                            { (char *) message, sizeof message - 1 } };
  gssize written;

  while (__atomic_exchange_n (&is_ending, TRUE, __ATOMIC_SEQ_CST))
    pause (); /* another thread came before us */
  written = writev (STDERR_FILENO, pieces, G_N_ELEMENTS (pieces));
  (void) written;
  _exit (3);
}

/* Sanitizers have a malloc() of their own. */
#if defined(RTLD_NEXT) && !defined(TBK_SANITIZED)
enum { SMALL = 1024 };

/* The allocator behind ours: the system's, or one that is preloaded. */
typedef struct {
  void *(*malloc) (size_t);
  void *(*calloc) (size_t, size_t);
  void *(*realloc) (void *, size_t);
  int (*posix_memalign) (void **, size_t, size_t);
} Allocator;

/* Finds the allocator. Where the search itself asks for memory, as in glibc before 2.34, it gets none, and does without. The C
 * library promises the compiler that dlsym() does not call back, so what such a call reads is volatile. */
static const Allocator *
allocator (void)
{
  static Allocator found;
  static gboolean is_found;
  static _Thread_local volatile gboolean is_looking;

  if (__atomic_load_n (&is_found, __ATOMIC_ACQUIRE))
    return &found;
  if (is_looking)
    return NULL;
  is_looking = TRUE;
  Allocator next = { dlsym (RTLD_NEXT, "malloc"), dlsym (RTLD_NEXT, "calloc"), dlsym (RTLD_NEXT, "realloc"),
                     dlsym (RTLD_NEXT, "posix_memalign") };
  is_looking = FALSE;
  found = next; /* threads that look at once find the same */
  __atomic_store_n (&is_found, TRUE, __ATOMIC_RELEASE);
  return &found;
}

void *
malloc (size_t size)
{
  const Allocator *next = allocator ();
  void *memory = next == NULL ? NULL : next->malloc (size);

  if (memory == NULL && next != NULL && size < SMALL)
    run_out ();
  return memory;
}

void *
calloc (size_t n, size_t size)
{
  const Allocator *next = allocator ();
  void *memory = next == NULL ? NULL : next->calloc (n, size);

  if (memory == NULL && next != NULL && n < SMALL && size < SMALL && n * size < SMALL)
    run_out ();
  return memory;
}

void *
realloc (void *old, size_t size)
{
  const Allocator *next = allocator ();
  void *memory = next == NULL ? NULL : next->realloc (old, size);

  if (memory == NULL && next != NULL && size > 0 && size < SMALL)
    run_out ();
  return memory;
}

/* Allocates what GLib's slices are made of. */
int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  const Allocator *next = allocator ();
  int status = next == NULL ? ENOMEM : next->posix_memalign (memory, alignment, size);

  if (status == ENOMEM && next != NULL)
    run_out ();
  return status;
}
#endif

/* Handles GLib's messages: those of g_malloc() and its kin are fatal. */
static void
take_message (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if ((level & G_LOG_LEVEL_ERROR) != 0 && g_strcmp0 (domain, "GLib") == 0 && message != NULL
      && (strstr (message, "failed to allocate") != NULL || strstr (message, "overflow allocating") != NULL))
    run_out ();
  g_log_default_handler (domain, level, message, data);
}

static void *
allocate (size_t size)
{
  void *memory = malloc (size);

  if (memory == NULL)
    run_out ();
  return memory;
}

static void *
reallocate (void *old, size_t old_size, size_t size)
{
  void *memory = realloc (old, size);

  (void) old_size;
  if (memory == NULL)
    run_out ();
  return memory;
}

static void
free_number (void *memory, size_t size)
{
  (void) size;
  free (memory);
}

void
memory_begin (void)
{
  g_log_set_default_handler (take_message, NULL);
  mp_set_memory_functions (allocate, reallocate, free_number);
#ifdef __GLIBC__
  /* Large blocks stay with the process for the next sentence or reading. By default each is mapped anew, and
   * every page of it is a fault again: that was half the time of reading one sentence of 256,000 words. An
   * older glibc refuses a limit above 32 MiB; then nothing changes. */
  if (mallopt (M_MMAP_THRESHOLD, 256 << 20))
    mallopt (M_TRIM_THRESHOLD, 256 << 20);
#endif
}
