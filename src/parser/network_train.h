/* network_train.h - the training of networks. */
#ifndef PARSER_NETWORK_TRAIN_H
#define PARSER_NETWORK_TRAIN_H

#include "parser/train.h"

/* Makes the network of the model, and its classes: all that transitions and relations can give. */
gboolean network_begin (Trainer *trainer, GError **error);

/* Draws what a member begins with. */
void network_draw_values (const Network *network, TbkRandom *random, Real *values);

/* Trains the members of the network, one after the other. */
gboolean network_train (Trainer *trainer, TbkEpochFunc report, gpointer data, GError **error);

/* Adds a step of the lesson for the configuration in hand, and sets the scores to those of the network. */
gboolean network_score_step (Trainer *trainer, GError **error);

#endif
