// SPDX-License-Identifier: MIT
/// \file
/// Intrinsics that take a word as two halfwords (names that end with 2) or four bytes (4). Tested
/// by autograder/tests/programs/packed_integers.cu.
#pragma once
#pragma GCC system_header

#include "qualifiers.h"

// The empty assembly statements keep clang 14 from joining the extraction of a part with what is
// compared afterwards: where it then masks a part and shifts it down, it forgets the sign.

/// A function of each pair of parts `x` and `y`, taken as TYPE; `least` and `most` are the limits
/// of signed parts, `all` has every bit of a part.
#define COURSE_PARTS(NAME, BITS, TYPE, RESULT)                                              \
  COURSE_DEVICE unsigned int NAME(unsigned int a, unsigned int b) {                         \
    unsigned int result = 0;                                                                \
    _Pragma("unroll") for (int at = 0; at < 32; at += BITS) {                               \
      int x = static_cast<TYPE>(a >> at), y = static_cast<TYPE>(b >> at);                   \
      asm("" : "+r"(x), "+r"(y));                                                           \
      const int most = (1 << (BITS - 1)) - 1, least = -most - 1, all = (1 << BITS) - 1;     \
      (void)most, (void)least;                                                              \
      result |= (static_cast<unsigned int>(RESULT) & static_cast<unsigned int>(all)) << at; \
    }                                                                                       \
    return result;                                                                          \
  }
/// The same of the parts of one word.
#define COURSE_SINGLE(NAME, BITS, TYPE, RESULT)     \
  COURSE_PARTS(__course_##NAME, BITS, TYPE, RESULT) \
  COURSE_DEVICE unsigned int NAME(unsigned int a) { \
    return __course_##NAME(a, 0);                   \
  }
/// The sum of a function over the parts.
#define COURSE_SUM(NAME, BITS, TYPE, RESULT)                              \
  COURSE_DEVICE unsigned int NAME(unsigned int a, unsigned int b) {       \
    unsigned int result = 0;                                              \
    _Pragma("unroll") for (int at = 0; at < 32; at += BITS) {             \
      int x = static_cast<TYPE>(a >> at), y = static_cast<TYPE>(b >> at); \
      asm("" : "+r"(x), "+r"(y));                                         \
      result += static_cast<unsigned int>(RESULT);                        \
    }                                                                     \
    return result;                                                        \
  }
#define COURSE_SIGNED(NAME, RESULT)        \
  COURSE_PARTS(NAME##2, 16, short, RESULT) \
  COURSE_PARTS(NAME##4, 8, signed char, RESULT)
#define COURSE_UNSIGNED(NAME, RESULT)               \
  COURSE_PARTS(NAME##2, 16, unsigned short, RESULT) \
  COURSE_PARTS(NAME##4, 8, unsigned char, RESULT)
#define COURSE_COMPARE(WORD, KIND, OPERATOR)            \
  COURSE_##KIND(__vcmp##WORD, (x OPERATOR y) ? all : 0) \
      COURSE_##KIND(__vset##WORD, (x OPERATOR y) ? 1 : 0)

COURSE_SINGLE(__vabs2, 16, short, x < 0 ? -x : x)
COURSE_SINGLE(__vabs4, 8, signed char, x < 0 ? -x : x)
COURSE_SINGLE(__vabsss2, 16, short, x == least ? most : x < 0 ? -x : x)
COURSE_SINGLE(__vabsss4, 8, signed char, x == least ? most : x < 0 ? -x : x)
COURSE_SINGLE(__vneg2, 16, short, -x)
COURSE_SINGLE(__vneg4, 8, signed char, -x)
COURSE_SINGLE(__vnegss2, 16, short, x == least ? most : -x)
COURSE_SINGLE(__vnegss4, 8, signed char, x == least ? most : -x)

COURSE_SIGNED(__vadd, x + y)
COURSE_SIGNED(__vaddss, x + y > most ? most : x + y < least ? least : x + y)
COURSE_UNSIGNED(__vaddus, x + y > all ? all : x + y)
COURSE_SIGNED(__vsub, x - y)
COURSE_SIGNED(__vsubss, x - y > most ? most : x - y < least ? least : x - y)
COURSE_UNSIGNED(__vsubus, x < y ? 0 : x - y)
// Halved sums: rounded away from zero, up, down.
COURSE_SIGNED(__vavgs, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
COURSE_UNSIGNED(__vavgu, (x + y + 1) >> 1)
COURSE_UNSIGNED(__vhaddu, (x + y) >> 1)
COURSE_SIGNED(__vmaxs, x > y ? x : y)
COURSE_UNSIGNED(__vmaxu, x > y ? x : y)
COURSE_SIGNED(__vmins, x < y ? x : y)
COURSE_UNSIGNED(__vminu, x < y ? x : y)
COURSE_SIGNED(__vabsdiffs, x > y ? x - y : y - x)
COURSE_UNSIGNED(__vabsdiffu, x > y ? x - y : y - x)
COURSE_SUM(__vsads2, 16, short, x > y ? x - y : y - x)
COURSE_SUM(__vsads4, 8, signed char, x > y ? x - y : y - x)
COURSE_SUM(__vsadu2, 16, unsigned short, x > y ? x - y : y - x)
COURSE_SUM(__vsadu4, 8, unsigned char, x > y ? x - y : y - x)

COURSE_COMPARE(eq, UNSIGNED, ==)
COURSE_COMPARE(ne, UNSIGNED, !=)
COURSE_COMPARE(ges, SIGNED, >=)
COURSE_COMPARE(geu, UNSIGNED, >=)
COURSE_COMPARE(gts, SIGNED, >)
COURSE_COMPARE(gtu, UNSIGNED, >)
COURSE_COMPARE(les, SIGNED, <=)
COURSE_COMPARE(leu, UNSIGNED, <=)
COURSE_COMPARE(lts, SIGNED, <)
COURSE_COMPARE(ltu, UNSIGNED, <)

#undef COURSE_COMPARE
#undef COURSE_UNSIGNED
#undef COURSE_SIGNED
#undef COURSE_SUM
#undef COURSE_SINGLE
#undef COURSE_PARTS
