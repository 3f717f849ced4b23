/* json_scan.h - what a line of JSON must be before a recursive and lenient parser may see it. */
#ifndef ORACLE_JSON_SCAN_H
#define ORACLE_JSON_SCAN_H

#include <glib.h>

#define JSON_MAX_DEPTH 64

/* Whether the @length bytes at @line are one object, of which brackets are at most JSON_MAX_DEPTH deep, and
 * numbers decimal. What else JSON demands is left to the parser. */
gboolean json_scan (const char *line, gsize length, GError **error);

#endif
