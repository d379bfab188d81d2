// SPDX-License-Identifier: MIT
/// \file
/// Textures and surfaces are not modelled: their types are here so that a program that names one
/// is told so. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#define COURSE_NOT_MODELLED \
  __attribute__((unavailable("textures and surfaces are not modelled; read the array itself")))

typedef unsigned long long cudaTextureObject_t COURSE_NOT_MODELLED;
typedef unsigned long long cudaSurfaceObject_t COURSE_NOT_MODELLED;
struct COURSE_NOT_MODELLED cudaTextureDesc;
struct COURSE_NOT_MODELLED cudaResourceDesc;
struct COURSE_NOT_MODELLED cudaResourceViewDesc;

#undef COURSE_NOT_MODELLED
