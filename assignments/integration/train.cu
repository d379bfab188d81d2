// SPDX-License-Identifier: MIT
/// \file
/// The network of assignment integration at work: trains on all sentences of data/ with your four
/// kernels, says how well it judges sentences that it has never seen, and then judges yours.
///
/// Run it with `make integration`; on a machine with a GPU, `nvcc train.cu` makes the same program.
/// Arguments: the folder of the data, and how many epochs.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "integration.cu"

namespace training {

using namespace integration_assignment;

constexpr int kLength = 16;      ///< Words of a sentence that are read; what follows is left out.
constexpr int kWidth = 8;        ///< Numbers of a word's vector.
constexpr int kHidden = 8;       ///< Features.
constexpr int kBatch = 32;       ///< Sentences of one step.
constexpr float kRate = 1.0f;    ///< How far a step goes.
constexpr int kUnknownWord = 1;  ///< Number of every word that the vocabulary lacks.
constexpr int kFirstWord = 2;    ///< Number of its first word.
constexpr double kTrained =
    0.8;  ///< Share of the sentences to train with; the others are the test.

/// Labels and numbers of words, on the host.
struct Data {
  std::vector<int> words;   ///< (sentences, kLength)
  std::vector<int> labels;  ///< (sentences)
  std::map<std::string, int> vocabulary;

  int count() const { return static_cast<int>(labels.size()); }
  int trained() const { return static_cast<int>(count() * kTrained + 0.5); }
};

/// Appends the numbers of a sentence's words, exactly kLength of them.
void append_words(std::vector<int>& words, const std::vector<int>& sentence) {
  for (int w = 0; w < kLength; ++w) {
    words.push_back(w < static_cast<int>(sentence.size()) ? sentence[w] : kNoWord);
  }
}

/// Reads vocabulary.txt, one word a line, and sentences.txt, a label and numbers of words a line.
Data read_data(const std::string& folder) {
  Data data;
  std::string line;
  std::ifstream vocabulary(folder + "/vocabulary.txt");
  for (int number = kFirstWord; std::getline(vocabulary, line); ++number) {
    data.vocabulary[line] = number;
  }
  std::ifstream sentences(folder + "/sentences.txt");
  while (std::getline(sentences, line)) {
    std::istringstream numbers(line);
    std::vector<int> sentence;
    int number = 0;
    numbers >> number;
    data.labels.push_back(number);
    while (numbers >> number) sentence.push_back(number);
    append_words(data.words, sentence);
  }
  return data;
}

/// Memory on the GPU that holds a copy of a vector and is freed in the end.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(const std::vector<T>& values) {
    cudaMalloc(&data_, values.size() * sizeof(T));
    cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data_); }

  T* data() { return data_; }

  /// The first `count` values, back on the host.
  std::vector<T> first(int count) const {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }

 private:
  T* data_ = nullptr;
};

/// Random numbers from -largest to largest, the same ones each time.
std::vector<float> random_numbers(int count, float largest, unsigned seed) {
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    seed = seed * 1664525u + 1013904223u;
    number = largest * (static_cast<float>(seed >> 8) / (1 << 23) - 1.0f);
  }
  return numbers;
}

/// What the network learns, and the memory that it lives in.
class Learner {
 public:
  explicit Learner(int vocabulary)
      : table_(random_numbers(vocabulary * kWidth, 0.1f, 1)),
        weight1_(random_numbers(kWidth * kHidden, 2.0f, 2)),
        bias1_(random_numbers(kHidden, 0.0f, 3)),
        weight2_(random_numbers(kHidden * kClasses, 2.0f, 4)),
        bias2_(random_numbers(kClasses, 0.0f, 5)),
        network_(network_of(table_.data(), weight1_.data(), bias1_.data(), weight2_.data(),
                            bias2_.data(), vocabulary, kWidth, kHidden)) {}

  /// One pass over the sentences; the mean of the losses.
  float train(const Sentences& all) {
    const int steps = ceil_div(all.count, kBatch);
    for (int step = 0; step < steps; ++step) {
      const int first = step * kBatch;
      const Sentences some{all.words + first * kLength, all.labels + first,
                           std::min(kBatch, all.count - first), kLength};
      train_step(network_, some, kRate, losses_.data() + step);
    }
    float sum = 0.0f;
    for (const float loss : losses_.first(steps)) sum += loss;
    return sum / steps;
  }

  /// The share of the sentences that it judges rightly.
  float accuracy(const Sentences& sentences) {
    measure(network_, sentences, losses_.data());
    return losses_.first(1)[0];
  }

  /// The probability that a sentence of these words praises.
  float praise(const std::vector<int>& sentence) {
    std::vector<int> words;
    append_words(words, sentence);
    OnDevice<int> on_device(words);
    Workspace workspace;
    const Sentences one{on_device.data(), nullptr, 1, kLength};
    const Tensor probabilities = forward(workspace, network_, one).probabilities;
    float both[kClasses];
    cudaMemcpy(both, probabilities.data, sizeof both, cudaMemcpyDeviceToHost);
    return both[1];
  }

 private:
  OnDevice<float> table_, weight1_, bias1_, weight2_, bias2_;
  OnDevice<float> losses_{std::vector<float>(1024)};
  Network network_;
};

/// The numbers of a sentence's words: letters and digits in lower case, apostrophes disappear.
std::vector<int> numbers_of(const std::string& text, const Data& data) {
  std::string plain;
  for (const unsigned char c : text) {
    if (c != '\'') plain += std::isalnum(c) ? static_cast<char>(std::tolower(c)) : ' ';
  }
  std::istringstream words(plain);
  std::vector<int> numbers;
  for (std::string word; words >> word;) {
    const auto known = data.vocabulary.find(word);
    numbers.push_back(known == data.vocabulary.end() ? kUnknownWord : known->second);
  }
  return numbers;
}

/// Judges what a person types, a sentence a line, until an empty line or the end.
void converse(Learner& learner, const Data& data) {
  std::printf("\nType a sentence; an empty line ends.\n");
  for (std::string line; std::printf("> "), std::fflush(stdout), std::getline(std::cin, line);) {
    const std::vector<int> numbers = numbers_of(line, data);
    if (numbers.empty()) break;
    const int all = static_cast<int>(numbers.size());
    const int known =
        all - static_cast<int>(std::count(numbers.begin(), numbers.end(), kUnknownWord));
    if (known == 0) {
      std::printf("  no verdict: 0 of %d words known\n", all);
      continue;
    }
    const float praise = learner.praise(numbers);
    std::printf("  %s (%.0f %%), %d of %d words known\n", praise > 0.5f ? "praise" : "complaint",
                100 * std::max(praise, 1 - praise), known, all);
  }
  std::printf("\n");
}

int run(const std::string& folder, int epochs) {
  const Data data = read_data(folder);
  if (data.labels.empty()) {
    std::fprintf(stderr, "there are no sentences in %s\n", folder.c_str());
    return 1;
  }
  OnDevice<int> words(data.words), labels(data.labels);
  const int trained = data.trained();
  const Sentences training{words.data(), labels.data(), trained, kLength};
  const Sentences test{words.data() + trained * kLength, labels.data() + trained,
                       data.count() - trained, kLength};
  std::printf("%d sentences to train with, %d to test with, %d words\n", training.count, test.count,
              static_cast<int>(data.vocabulary.size()));
  Learner learner(kFirstWord + static_cast<int>(data.vocabulary.size()));
  std::printf("epoch   loss   test accuracy\n");
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    const float loss = learner.train(training);
    std::printf("%5d   %.3f  %.1f %%\n", epoch, loss, 100 * learner.accuracy(test));
    std::fflush(stdout);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::fprintf(stderr, "%s: `make grade` says which kernel and why\n",
                   cudaGetErrorString(error));
      return 1;
    }
  }
  converse(learner, data);
  return 0;
}

}  // namespace training

int main(int count, char** words) {
  return training::run(count > 1 ? words[1] : "data", count > 2 ? std::atoi(words[2]) : 4);
}
