/* network_file.h - the part of a model file that networks have: their shape, their dictionaries and their
 * values. */
#ifndef NETWORK_NETWORK_FILE_H
#define NETWORK_NETWORK_FILE_H

#include "learning/frame.h"
#include "network/network.h"

void network_write_head (const Network *network, GString *head);

/* Reads the head of a network for models with these templates, relations and classes. */
gboolean network_take_head (Head *head, Network *network, const Templates *templates, int n_relations,
                            int n_classes);

/* The values of all members, in half precision, which begin with the lower byte. */
void network_write_values (const Network *network, GString *bytes);
gboolean network_read_values (Network *network, const char *bytes, Head *head);

#endif
