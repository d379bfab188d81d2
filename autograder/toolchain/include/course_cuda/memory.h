// SPDX-License-Identifier: MIT
/// \file
/// Loads and stores with a cache hint: __ldg, __ldcs, __stwt, ...
///
/// Each moves a whole vector in one instruction, like nvcc's. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

namespace course_cuda {
/// Number of components and their type, for the types that these functions take.
template <class T, int COUNT>
struct Components {
  using type = T;
  static constexpr int count = COUNT;
};
template <class T>
struct ComponentsOf : Components<T, 1> {};
#define COURSE_COMPONENTS(T, NAME)                    \
  template <>                                         \
  struct ComponentsOf<NAME##2> : Components<T, 2> {}; \
  template <>                                         \
  struct ComponentsOf<NAME##4> : Components<T, 4> {};
COURSE_COMPONENTS(signed char, char)
COURSE_COMPONENTS(unsigned char, uchar)
COURSE_COMPONENTS(short, short)
COURSE_COMPONENTS(unsigned short, ushort)
COURSE_COMPONENTS(int, int)
COURSE_COMPONENTS(unsigned int, uint)
COURSE_COMPONENTS(float, float)
#undef COURSE_COMPONENTS
#define COURSE_COMPONENTS(T, NAME) \
  template <>                      \
  struct ComponentsOf<NAME##2> : Components<T, 2> {};
COURSE_COMPONENTS(long long, longlong)
COURSE_COMPONENTS(unsigned long long, ulonglong)
COURSE_COMPONENTS(double, double)
#undef COURSE_COMPONENTS

/// The register type that carries a component: PTX has no registers of 8 bits.
template <class T, int SIZE = sizeof(T)>
struct Carrier {
  using type = T;
};
template <class T>
struct Carrier<T, 1> {
  using type = short;
};
}  // namespace course_cuda

// PTX text for one component type: width for the instruction, letter of the register class.
#define COURSE_LOAD(SPACE, TYPE, LETTER)                                                  \
  if constexpr (kCount == 1) {                                                            \
    asm volatile(SPACE TYPE " %0, [%1];" : "=" LETTER(v[0]) : "l"(p) : "memory");         \
  } else if constexpr (kCount == 2) {                                                     \
    asm volatile(SPACE "v2." TYPE " {%0, %1}, [%2];"                                      \
                 : "=" LETTER(v[0]), "=" LETTER(v[1])                                     \
                 : "l"(p)                                                                 \
                 : "memory");                                                             \
  } else {                                                                                \
    asm volatile(SPACE "v4." TYPE " {%0, %1, %2, %3}, [%4];"                              \
                 : "=" LETTER(v[0]), "=" LETTER(v[1]), "=" LETTER(v[2]), "=" LETTER(v[3]) \
                 : "l"(p)                                                                 \
                 : "memory");                                                             \
  }
#define COURSE_STORE(SPACE, TYPE, LETTER)                                                          \
  if constexpr (kCount == 1) {                                                                     \
    asm volatile(SPACE TYPE " [%0], %1;" ::"l"(p), LETTER(v[0]) : "memory");                       \
  } else if constexpr (kCount == 2) {                                                              \
    asm volatile(SPACE "v2." TYPE " [%0], {%1, %2};" ::"l"(p), LETTER(v[0]), LETTER(v[1])          \
                 : "memory");                                                                      \
  } else {                                                                                         \
    asm volatile(SPACE "v4." TYPE " [%0], {%1, %2, %3, %4};" ::"l"(p), LETTER(v[0]), LETTER(v[1]), \
                 LETTER(v[2]), LETTER(v[3])                                                        \
                 : "memory");                                                                      \
  }
// The access for whichever component type T has.
#define COURSE_BY_TYPE(ACCESS, SPACE)                  \
  if constexpr (__is_same(Component, float)) {         \
    ACCESS(SPACE, "f32", "f")                          \
  } else if constexpr (__is_same(Component, double)) { \
    ACCESS(SPACE, "f64", "d")                          \
  } else if constexpr (sizeof(Component) == 1) {       \
    ACCESS(SPACE, "u8", "h")                           \
  } else if constexpr (sizeof(Component) == 2) {       \
    ACCESS(SPACE, "u16", "h")                          \
  } else if constexpr (sizeof(Component) == 4) {       \
    ACCESS(SPACE, "u32", "r")                          \
  } else {                                             \
    ACCESS(SPACE, "u64", "l")                          \
  }
#define COURSE_COMPONENT_NAMES                                    \
  using Component = typename course_cuda::ComponentsOf<T>::type;  \
  using Carrier = typename course_cuda::Carrier<Component>::type; \
  constexpr int kCount = course_cuda::ComponentsOf<T>::count;

#define COURSE_LOAD_FUNCTION(NAME, SPACE)                                          \
  template <class T>                                                               \
  COURSE_DEVICE T NAME(const T* p) {                                               \
    COURSE_COMPONENT_NAMES                                                         \
    Carrier v[kCount];                                                             \
    COURSE_BY_TYPE(COURSE_LOAD, SPACE)                                             \
    Component components[kCount];                                                  \
    for (int i = 0; i < kCount; ++i) components[i] = static_cast<Component>(v[i]); \
    T result;                                                                      \
    __builtin_memcpy(&result, components, sizeof(T));                              \
    return result;                                                                 \
  }
#define COURSE_STORE_FUNCTION(NAME, SPACE)                                       \
  template <class T>                                                             \
  COURSE_DEVICE void NAME(T* p, course_cuda::Same<T> value) {                    \
    COURSE_COMPONENT_NAMES                                                       \
    Component components[kCount];                                                \
    __builtin_memcpy(components, &value, sizeof(T));                             \
    Carrier v[kCount];                                                           \
    for (int i = 0; i < kCount; ++i) v[i] = static_cast<Carrier>(components[i]); \
    COURSE_BY_TYPE(COURSE_STORE, SPACE)                                          \
  }

namespace course_cuda {
/// T, but not deduced from: __stcs(float*, double) converts.
template <class T>
struct SameAs {
  using type = T;
};
template <class T>
using Same = typename SameAs<T>::type;
}  // namespace course_cuda

COURSE_LOAD_FUNCTION(__ldg, "ld.global.nc.")
COURSE_LOAD_FUNCTION(__ldca, "ld.global.ca.")
COURSE_LOAD_FUNCTION(__ldcg, "ld.global.cg.")
COURSE_LOAD_FUNCTION(__ldcs, "ld.global.cs.")
COURSE_LOAD_FUNCTION(__ldlu, "ld.global.lu.")
COURSE_LOAD_FUNCTION(__ldcv, "ld.global.cv.")
COURSE_STORE_FUNCTION(__stwb, "st.global.wb.")
COURSE_STORE_FUNCTION(__stcg, "st.global.cg.")
COURSE_STORE_FUNCTION(__stcs, "st.global.cs.")
COURSE_STORE_FUNCTION(__stwt, "st.global.wt.")

#undef COURSE_STORE_FUNCTION
#undef COURSE_LOAD_FUNCTION
#undef COURSE_COMPONENT_NAMES
#undef COURSE_BY_TYPE
#undef COURSE_STORE
#undef COURSE_LOAD
