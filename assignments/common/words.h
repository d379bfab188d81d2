// SPDX-License-Identifier: MIT
/// \file
/// What assignment integration needs besides the four kernels, all of it given: numbers of words
/// become vectors (gather), what the vectors learn goes back to the words (scatter), and labels
/// become tensors. Tested by the cases of that assignment.
#pragma once

#include "tensor.h"

constexpr int kNoWord = 0;       ///< Number that fills up a short sentence.
constexpr int kClasses = 2;      ///< Complaint (0) and praise (1).
constexpr int kWordBlock = 128;  ///< Threads of a block of the kernels below.

/// Sentences of up to `length` words each, with their labels. The pointers are device pointers.
struct Sentences {
  const int* words;   ///< (count, length); kNoWord behind the end of a sentence.
  const int* labels;  ///< (count): 1 for praise, 0 for a complaint.
  int count;          ///< How many.
  int length;         ///< Words of the longest.
};

/// out[i, e] = table[words[i], e]: one thread for each element of out.
__global__ void gather_kernel(float* out, const float* table, const int* words, int count,
                              int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = table[words[i / width] * width + i % width];
}

/// table[words[i], e] += factor * vectors[i, e]. Words come more than once: the sum is atomic.
__global__ void scatter_kernel(float* table, const float* vectors, const int* words, int count,
                               int width, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count || words[i / width] == kNoWord) return;
  atomicAdd(&table[words[i / width] * width + i % width], factor * vectors[i]);
}

/// share[s, w]: 1 / number of words of the sentence for a word, 0 where there is none.
__global__ void share_kernel(float* share, const int* words, int sentences, int length) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= sentences) return;
  int present = 0;
  for (int w = 0; w < length; ++w) present += words[s * length + w] != kNoWord;
  for (int w = 0; w < length; ++w) {
    share[s * length + w] = words[s * length + w] != kNoWord ? 1.0f / present : 0.0f;
  }
}

/// expected[s, c] = 1 for the class that the label names, else 0.
__global__ void expect_kernel(float* expected, const int* labels, int sentences) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < sentences * kClasses) expected[i] = labels[i / kClasses] == i % kClasses ? 1.0f : 0.0f;
}

/// Writes the same value to `count` elements.
__global__ void fill_kernel(float* out, int count, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = value;
}

/// The vectors of all words, (1, count * length, width).
inline Tensor gather(Workspace& workspace, ConstTensor table, const Sentences& sentences) {
  Tensor vectors = workspace.tensor({1, sentences.count * sentences.length, table.size(1)});
  const int count = element_count(vectors.view);
  gather_kernel<<<ceil_div(count, kWordBlock), kWordBlock>>>(vectors.data, table.data,
                                                             sentences.words, count, table.size(1));
  return vectors;
}

/// Adds `factor` times each word's vector to the word's row of the table.
inline void scatter(Tensor table, ConstTensor vectors, const Sentences& sentences, float factor) {
  const int count = element_count(vectors.view);
  scatter_kernel<<<ceil_div(count, kWordBlock), kWordBlock>>>(
      table.data, vectors.data, sentences.words, count, table.size(1), factor);
}

/// What each word counts for the mean of its sentence, (count, length, 1).
inline Tensor share_of_words(Workspace& workspace, const Sentences& sentences) {
  Tensor share = workspace.tensor({sentences.count, sentences.length, 1});
  share_kernel<<<ceil_div(sentences.count, kWordBlock), kWordBlock>>>(
      share.data, sentences.words, sentences.count, sentences.length);
  return share;
}

/// The labels as probabilities, (1, count, kClasses).
inline Tensor expected_classes(Workspace& workspace, const Sentences& sentences) {
  Tensor expected = workspace.tensor({1, sentences.count, kClasses});
  expect_kernel<<<ceil_div(sentences.count * kClasses, kWordBlock), kWordBlock>>>(
      expected.data, sentences.labels, sentences.count);
  return expected;
}

/// A tensor of one element, which broadcasts to any shape.
inline Tensor constant(Workspace& workspace, float value) {
  Tensor result = workspace.tensor({1});
  fill_kernel<<<1, 1>>>(result.data, 1, value);
  return result;
}
