// SPDX-License-Identifier: MIT
/// \file
/// Assignment integration: your four kernels train a network that judges whether a sentence praises
/// or complains. This file includes the other four assignments as you have solved them.
///
/// Write the layers. README.md says what is wanted and how it is graded. Try it with
/// `make grade A=integration`, then train on all sentences with `make integration`.
#include "../common/functions.h"
#include "../common/network_spec.h"
#include "../map/map.cu"
#include "../matmul/matmul.cu"
#include "../reduce/reduce.cu"
#include "../zip/zip.cu"

namespace integration_assignment {

// The four assignments, called with tensors.
void map(Tensor out, ConstTensor in, int function) {
  map(out.data, out.view, in.data, in.view, function);
}
void zip(Tensor out, ConstTensor a, ConstTensor b, int function) {
  zip(out.data, out.view, a.data, a.view, b.data, b.view, function);
}
void reduce(Tensor out, ConstTensor in, int dim, int function, float start) {
  reduce(out.data, out.view, in.data, in.view, dim, function, start);
}
void matmul(Tensor out, ConstTensor a, ConstTensor b) {
  matmul(out.data, out.view, a.data, a.view, b.data, b.view);
}

// ------------------------------------------------------------------------------------- the layers

/// x times weight plus bias. x has the shape (1, rows, inputs), weight (1, inputs, outputs), bias
/// (1, 1, outputs), the result (1, rows, outputs).
Tensor linear(Workspace& workspace, ConstTensor x, ConstTensor weight, ConstTensor bias) {
  Tensor result = workspace.tensor({1, x.size(1), weight.size(2)});
  // FILL-ME-IN(linear): about 2 lines
  // END(linear)
  return result;
}

/// The mean over the words: x has the shape (sentences, words, features), share (sentences, words,
/// 1), the result (sentences, 1, features). A word's share is 1 / number of words of its sentence,
/// and 0 where a short sentence has no word: the mean is the sum of x times share.
Tensor mean_over_words(Workspace& workspace, ConstTensor x, ConstTensor share) {
  Tensor result = workspace.tensor({x.size(0), 1, x.size(2)});
  // FILL-ME-IN(mean): about 3 lines
  //   workspace.tensor({...}) gives a new tensor for what lies between.
  // END(mean)
  return result;
}

/// e^x divided by the sum of e^x along the last dimension; x has three dimensions. Subtract the
/// largest x of each row first: it changes nothing on paper and keeps e^x from overflowing.
Tensor softmax(Workspace& workspace, ConstTensor x) {
  Tensor result = workspace.tensor({x.size(0), x.size(1), x.size(2)});
  Tensor row = workspace.tensor({x.size(0), x.size(1), 1});  // one number for each row
  // FILL-ME-IN(softmax): about 7 lines
  // END(softmax)
  return result;
}

/// How the loss changes with the three tensors of a linear layer, each in its tensor's shape.
struct LinearGradients {
  Tensor x, weight, bias;
};

/// The way back through `linear`: d says how the loss changes with the layer's result.
/// With x' for x transposed: weight is x' times d, x is d times weight', bias is the sum over rows.
LinearGradients linear_backward(Workspace& workspace, ConstTensor x, ConstTensor weight,
                                ConstTensor d) {
  LinearGradients gradients{workspace.tensor({1, x.size(1), x.size(2)}),
                            workspace.tensor({1, weight.size(1), weight.size(2)}),
                            workspace.tensor({1, 1, weight.size(2)})};
  // FILL-ME-IN(linear_backward): about 3 lines
  //   transposed(tensor) is the same memory seen the other way round.
  // END(linear_backward)
  return gradients;
}

/// One step downhill: parameter -= rate * gradient.
void descend(Workspace& workspace, Tensor parameter, Tensor gradient, float rate) {
  // FILL-ME-IN(descend): about 2 lines
  //   constant(workspace, value) gives a tensor of one element, which broadcasts.
  // END(descend)
}

// ------------------------------------------------------------------------------------ the network

/// What the network learns.
struct Network {
  Tensor table;    ///< (vocabulary, width): a vector for each word
  Tensor weight1;  ///< (1, width, hidden)
  Tensor bias1;    ///< (1, 1, hidden)
  Tensor weight2;  ///< (1, hidden, kClasses)
  Tensor bias2;    ///< (1, 1, kClasses)
};

/// What the way back needs of the way forward.
struct Activations {
  Tensor vectors;        ///< of all words, (1, count * length, width)
  Tensor before_relu;    ///< of all words, (1, count * length, hidden)
  Tensor share;          ///< of a word in its sentence's mean, (count, length, 1)
  Tensor features;       ///< of the sentences, (1, count, hidden)
  Tensor probabilities;  ///< (1, count, kClasses)
};

/// From words to probabilities.
Activations forward(Workspace& workspace, const Network& network, const Sentences& sentences) {
  const int count = sentences.count, length = sentences.length, hidden = network.bias1.size(2);
  Activations a;
  a.vectors = gather(workspace, network.table, sentences);
  a.before_relu = linear(workspace, a.vectors, network.weight1, network.bias1);
  Tensor relu = workspace.tensor({count, length, hidden});
  map(reshaped(relu, {1, count * length, hidden}), a.before_relu, kRelu);
  a.share = share_of_words(workspace, sentences);
  a.features = reshaped(mean_over_words(workspace, relu, a.share), {1, count, hidden});
  a.probabilities =
      softmax(workspace, linear(workspace, a.features, network.weight2, network.bias2));
  return a;
}

/// The mean over the sentences of -log(probability of the right class).
void cross_entropy(Workspace& workspace, Tensor loss, ConstTensor probabilities,
                   ConstTensor expected) {
  const int count = expected.size(1);
  Tensor products = workspace.tensor({1, count, kClasses});
  Tensor right = workspace.tensor({1, count, 1});
  zip(products, probabilities, expected, kMul);
  reduce(right, products, 2, kAdd, 0.0f);
  map(right, right, kLog);
  reduce(loss, right, 1, kAdd, 0.0f);
  zip(loss, loss, constant(workspace, -1.0f / count), kMul);
}

/// From the probabilities back to everything that is learnt, which takes a step downhill.
void backward(Workspace& workspace, Network& network, const Sentences& sentences,
              const Activations& a, ConstTensor expected, float rate) {
  const int count = sentences.count, length = sentences.length, hidden = network.bias1.size(2);
  // Through softmax and cross-entropy at once: (probabilities - expected) / count.
  Tensor d_scores = workspace.tensor({1, count, kClasses});
  map(d_scores, expected, kNeg);
  zip(d_scores, a.probabilities, d_scores, kAdd);
  zip(d_scores, d_scores, constant(workspace, 1.0f / count), kMul);
  LinearGradients layer2 = linear_backward(workspace, a.features, network.weight2, d_scores);

  // Through the mean, where each word has its share, and through relu.
  Tensor d_words = workspace.tensor({count, length, hidden});
  zip(d_words, reshaped(layer2.x, {count, 1, hidden}), a.share, kMul);
  Tensor d_before = workspace.tensor({1, count * length, hidden});
  zip(d_before, a.before_relu, reshaped(d_words, {1, count * length, hidden}), kReluBack);
  LinearGradients layer1 = linear_backward(workspace, a.vectors, network.weight1, d_before);

  descend(workspace, network.weight2, layer2.weight, rate);
  descend(workspace, network.bias2, layer2.bias, rate);
  descend(workspace, network.weight1, layer1.weight, rate);
  descend(workspace, network.bias1, layer1.bias, rate);
  scatter(network.table, layer1.x, sentences, -rate);
}

/// One step of stochastic gradient descent. Writes what the loss was before it.
void train_step(Network& network, const Sentences& sentences, float rate, float* loss) {
  Workspace workspace;
  Tensor expected = expected_classes(workspace, sentences);
  const Activations activations = forward(workspace, network, sentences);
  cross_entropy(workspace, {loss, row_major({1, 1, 1})}, activations.probabilities, expected);
  backward(workspace, network, sentences, activations, expected, rate);
}

/// Writes the share of the sentences for which the right class has the larger probability.
void measure(const Network& network, const Sentences& sentences, float* accuracy) {
  Workspace workspace;
  const Tensor probabilities = forward(workspace, network, sentences).probabilities;
  const Tensor expected = expected_classes(workspace, sentences);
  Tensor hit = workspace.tensor({1, sentences.count, 1});
  Tensor result{accuracy, row_major({1, 1, 1})};
  zip(hit, column(probabilities, 0), column(probabilities, 1), kLt);  // taken for praise?
  zip(hit, hit, column(expected, 1), kEq);
  reduce(result, hit, 1, kAdd, 0.0f);
  zip(result, result, constant(workspace, 1.0f / sentences.count), kMul);
}

// -------------------------------------------------------------------------------- what is checked

/// The network around numbers that lie in device memory.
Network network_of(float* table, float* weight1, float* bias1, float* weight2, float* bias2,
                   int vocabulary, int width, int hidden) {
  return {{table, row_major({vocabulary, width})},
          {weight1, row_major({1, width, hidden})},
          {bias1, row_major({1, 1, hidden})},
          {weight2, row_major({1, hidden, kClasses})},
          {bias2, row_major({1, 1, kClasses})}};
}

/// The probability of each class for every sentence: probabilities (sentences, kClasses), words
/// (sentences, length), table (vocabulary, width), weight1 (width, hidden), bias1 (hidden), weight2
/// (hidden, kClasses), bias2 (kClasses). All pointers are device pointers, nothing has gaps.
void predict(float* probabilities, const int* words, float* table, float* weight1, float* bias1,
             float* weight2, float* bias2, int sentences, int length, int vocabulary, int width,
             int hidden) {
  Workspace workspace;
  const Network network =
      network_of(table, weight1, bias1, weight2, bias2, vocabulary, width, hidden);
  const Activations activations = forward(workspace, network, {words, nullptr, sentences, length});
  map({probabilities, row_major({1, sentences, kClasses})}, activations.probabilities, kId);
}

/// Trains with the first `sentences` sentences, `batch` at a time, all of them `epochs` times. The
/// `tested` sentences behind them only tell how well it went: losses (epochs, batches), accuracy
/// (epochs).
void train(float* losses, float* accuracy, float* table, float* weight1, float* bias1,
           float* weight2, float* bias2, const int* words, const int* labels, int sentences,
           int tested, int length, int vocabulary, int width, int hidden, int batch, int epochs,
           float rate) {
  Network network = network_of(table, weight1, bias1, weight2, bias2, vocabulary, width, hidden);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (int first = 0; first < sentences; first += batch) {
      const int count = sentences - first < batch ? sentences - first : batch;
      train_step(network, {words + first * length, labels + first, count, length}, rate, losses++);
    }
    measure(network, {words + sentences * length, labels + sentences, tested, length},
            accuracy + epoch);
  }
}

/// What `predict` is held against.
void predict_spec(float* probabilities, const int* words, float* table, float* weight1,
                  float* bias1, float* weight2, float* bias2, int sentences, int length,
                  int vocabulary, int width, int hidden) {
  const PlainNetwork network =
      plain_network(table, weight1, bias1, weight2, bias2, vocabulary, width, hidden);
  for (int s = 0; s < sentences; ++s) {
    const PlainSentence sentence = plain_forward(network, words + s * length, length);
    for (int c = 0; c < kClasses; ++c) *probabilities++ = sentence.probabilities[c];
  }
}

/// What `train` is held against.
void train_spec(float* losses, float* accuracy, float* table, float* weight1, float* bias1,
                float* weight2, float* bias2, const int* words, const int* labels, int sentences,
                int tested, int length, int vocabulary, int width, int hidden, int batch,
                int epochs, float rate) {
  PlainNetwork network =
      plain_network(table, weight1, bias1, weight2, bias2, vocabulary, width, hidden);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (int first = 0; first < sentences; first += batch) {
      const int count = sentences - first < batch ? sentences - first : batch;
      *losses++ =
          plain_step(network, {words + first * length, labels + first, count, length}, rate);
    }
    accuracy[epoch] =
        plain_accuracy(network, {words + sentences * length, labels + sentences, tested, length});
  }
  network.table.copy_to(table);
  network.weight1.copy_to(weight1);
  network.bias1.copy_to(bias1);
  network.weight2.copy_to(weight2);
  network.bias2.copy_to(bias2);
}

}  // namespace integration_assignment
using integration_assignment::predict;
using integration_assignment::predict_spec;
using integration_assignment::train;
using integration_assignment::train_spec;
