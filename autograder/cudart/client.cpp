// SPDX-License-Identifier: MIT
#include "cudart/client.h"

#include <pthread.h>

#include <cstdio>

#include "cudart/connect.h"

namespace cudart {

Client& Client::get() {
  static Client& client = *new Client;
  return client;
}

void Client::connect(protocol::FileDescriptor socket) {
  channel_ = protocol::Channel(std::move(socket));
  device_.reset();
  unsettled_ = false;
  launched_ = false;
  spoilt_ = cudaSuccess;
  static const int registered = pthread_atfork(nullptr, nullptr, leave_to_parent);
  (void)registered;
}

// In the child of a fork: the connection is the parent's alone.
void Client::leave_to_parent() {
  Client& client = get();
  client.channel_.close();
  client.forked_ = true;
  client.complained_ = false;
}

bool Client::connected() {
  if (channel_) return true;
  if (!complained_) {
    complained_ = true;
    std::fputs(forked_
                   ? "CUDA: a process made by fork() has no device here; only the program's first "
                     "process has one\n"
                   : "CUDA: there is no device here: the program runs without the "
                     "autograder's worker\n",
               stderr);
  }
  return false;
}

void Client::lose(const protocol::Failure& failure) {
  channel_.close();
  if (!complained_) {
    complained_ = true;
    std::fprintf(stderr, "CUDA: the connection to the device was lost: %s\n",
                 failure.message.c_str());
  }
}

std::optional<protocol::Frame> Client::receive_frame() {
  protocol::Outcome<protocol::Frame> frame = channel_.receive(protocol::kNoDeadline, true);
  if (frame) return std::move(*frame);
  lose(frame.failure());
  return std::nullopt;
}

const protocol::DeviceInfo& Client::device() {
  if (!device_) device_ = call<protocol::DeviceInfo>(protocol::QueryDevice{});
  static const protocol::DeviceInfo none;
  return device_ ? *device_ : none;
}

bool Client::is_device_address(std::uint64_t address) {
  const protocol::DeviceInfo& info = device();
  return address != 0 && address >= info.first_address && address <= info.last_address;
}

cudaError_t Client::settle(bool reveal) {
  if (!reveal && !unsettled_) return cudaSuccess;
  const auto reply = call<protocol::Synchronized>(protocol::Synchronize{reveal});
  if (!reply) return no_worker();
  unsettled_ = false;
  if (reveal) launched_ = false;
  print(reply->printed);
  if (reply->last != 0) last_error() = to_error(reply->last);
  if (reply->sticky != 0) spoilt_ = to_error(reply->sticky);
  return spoilt_;
}

void Client::note(std::string kind, std::string message, std::string help) {
  if (!channel_) return;
  post(protocol::Note{false, std::move(kind), std::move(message), std::move(help)});
}

void Client::note_unsupported(const char* function, std::string place) {
  if (channel_) post(protocol::Note{true, function, std::move(place), ""});
}

cudaError_t no_worker() {
  return Client::get().forked() ? cudaErrorInitializationError : cudaErrorNoDevice;
}

cudaError_t& last_error() {
  static thread_local cudaError_t error = cudaSuccess;
  return error;
}

cudaError_t finish(cudaError_t error) {
  if (error != cudaSuccess) last_error() = error;
  return error;
}

void print(const std::string& text) {
  if (!text.empty()) std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace cudart

void course_cudart_connect(int socket) {
  const cudart::Lock lock;
  cudart::Client::get().connect(protocol::FileDescriptor(socket));
}
