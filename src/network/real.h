/* real.h - the numbers that networks reckon with.
 *
 * Programs use single precision. Tests of gradients are built with TBK_DOUBLE, because differences of numbers
 * of single precision say little.
 */
#ifndef NETWORK_REAL_H
#define NETWORK_REAL_H

#ifdef TBK_DOUBLE
typedef double Real;
#else
typedef float Real;
#endif

#endif
