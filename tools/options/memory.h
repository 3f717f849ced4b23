/* memory.h - what happens when memory runs out where no error can be returned. */
#ifndef MEMORY_H
#define MEMORY_H

/* From now on the program ends with a message and status 3 wherever memory runs out and no error can be returned. */
void memory_begin (void);

#endif
