// SPDX-License-Identifier: MIT
/// \file
/// The network of assignment integration in plain loops, in double: what its functions are held
/// against. Read it beside integration.cu: the same steps, one sentence after the other.
/// Tested by the cases of that assignment.
#pragma once

#include "words.h"

/// Numbers in host memory. (A std::vector would do, and make every build a second longer.)
class Numbers {
 public:
  /// `count` zeros.
  explicit Numbers(int count) : count_(count), numbers_(new double[count]()) {}
  /// The same numbers as doubles.
  Numbers(const float* from, int count) : Numbers(count) {
    for (int i = 0; i < count; ++i) numbers_[i] = from[i];
  }
  Numbers(const Numbers& other) : Numbers(other.count_) { *this = other; }
  ~Numbers() { delete[] numbers_; }

  /// Copies the numbers of another one of the same size.
  Numbers& operator=(const Numbers& other) {
    for (int i = 0; i < count_; ++i) numbers_[i] = other.numbers_[i];
    return *this;
  }

  /// One of them.
  double& operator[](int i) { return numbers_[i]; }
  /// One of them.
  double operator[](int i) const { return numbers_[i]; }

  /// Writes them as floats.
  void copy_to(float* to) const {
    for (int i = 0; i < count_; ++i) to[i] = static_cast<float>(numbers_[i]);
  }

 private:
  int count_;
  double* numbers_;
};

/// Everything that the network learns.
struct PlainNetwork {
  int width;        ///< Numbers of a word's vector.
  int hidden;       ///< Features.
  Numbers table;    ///< (vocabulary, width)
  Numbers weight1;  ///< (width, hidden)
  Numbers bias1;    ///< (hidden)
  Numbers weight2;  ///< (hidden, kClasses)
  Numbers bias2;    ///< (kClasses)
};

/// What it makes of one sentence.
struct PlainSentence {
  const int* words;                ///< Where there is no word stands kNoWord.
  int length;                      ///< Room for words.
  Numbers before_relu;             ///< (length, hidden)
  Numbers mean;                    ///< (hidden)
  int present = 0;                 ///< Words that are there.
  double probabilities[kClasses];  ///< Of complaint and praise.
};

/// The network whose numbers these are.
inline PlainNetwork plain_network(const float* table, const float* weight1, const float* bias1,
                                  const float* weight2, const float* bias2, int vocabulary,
                                  int width, int hidden) {
  return {width,
          hidden,
          Numbers(table, vocabulary * width),
          Numbers(weight1, width * hidden),
          Numbers(bias1, hidden),
          Numbers(weight2, hidden * kClasses),
          Numbers(bias2, kClasses)};
}

/// Word by word: vector, linear layer, relu; then the mean, linear layer, softmax.
inline PlainSentence plain_forward(const PlainNetwork& net, const int* words, int length) {
  PlainSentence s{words, length, Numbers(length * net.hidden), Numbers(net.hidden)};
  for (int w = 0; w < length; ++w) s.present += words[w] != kNoWord;
  for (int w = 0; w < length; ++w) {
    for (int h = 0; h < net.hidden && words[w] != kNoWord; ++h) {
      double x = net.bias1[h];
      for (int e = 0; e < net.width; ++e) {
        x += net.table[words[w] * net.width + e] * net.weight1[e * net.hidden + h];
      }
      s.before_relu[w * net.hidden + h] = x;
      if (x > 0) s.mean[h] += x / s.present;
    }
  }
  double score[kClasses] = {net.bias2[0], net.bias2[1]};
  for (int h = 0; h < net.hidden; ++h) {
    for (int c = 0; c < kClasses; ++c) score[c] += s.mean[h] * net.weight2[h * kClasses + c];
  }
  const double highest = score[0] > score[1] ? score[0] : score[1];
  const double total = std::exp(score[0] - highest) + std::exp(score[1] - highest);
  for (int c = 0; c < kClasses; ++c) s.probabilities[c] = std::exp(score[c] - highest) / total;
  return s;
}

/// Moves `next` downhill: by -rate times the derivative of this sentence's loss in `net`.
inline void plain_backward(const PlainNetwork& net, const PlainSentence& s, int label, double rate,
                           PlainNetwork& next) {
  double d_score[kClasses];
  for (int c = 0; c < kClasses; ++c) {
    d_score[c] = s.probabilities[c] - (c == label);
    next.bias2[c] -= rate * d_score[c];
  }
  for (int h = 0; h < net.hidden; ++h) {
    double d_mean = 0.0;
    for (int c = 0; c < kClasses; ++c) {
      next.weight2[h * kClasses + c] -= rate * s.mean[h] * d_score[c];
      d_mean += net.weight2[h * kClasses + c] * d_score[c];
    }
    for (int w = 0; w < s.length; ++w) {
      if (s.before_relu[w * net.hidden + h] <= 0) continue;  // also where there is no word
      const double d = d_mean / s.present;
      next.bias1[h] -= rate * d;
      for (int e = 0; e < net.width; ++e) {
        const int of_word = s.words[w] * net.width + e, of_weight = e * net.hidden + h;
        next.weight1[of_weight] -= rate * d * net.table[of_word];
        next.table[of_word] -= rate * d * net.weight1[of_weight];
      }
    }
  }
}

/// One step of stochastic gradient descent; gives the mean loss before it.
inline float plain_step(PlainNetwork& net, const Sentences& sentences, double rate) {
  PlainNetwork next = net;
  double loss = 0.0;
  for (int i = 0; i < sentences.count; ++i) {
    const PlainSentence s =
        plain_forward(net, sentences.words + i * sentences.length, sentences.length);
    loss -= std::log(s.probabilities[sentences.labels[i]]) / sentences.count;
    plain_backward(net, s, sentences.labels[i], rate / sentences.count, next);
  }
  net = next;
  return static_cast<float>(loss);
}

/// The share of the sentences for which the right class has the larger probability.
inline float plain_accuracy(const PlainNetwork& net, const Sentences& sentences) {
  int right = 0;
  for (int i = 0; i < sentences.count; ++i) {
    const PlainSentence s =
        plain_forward(net, sentences.words + i * sentences.length, sentences.length);
    right += (s.probabilities[0] < s.probabilities[1]) == (sentences.labels[i] == 1);
  }
  return static_cast<float>(right) / sentences.count;
}
