// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace base {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i < length; ++i) {
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

HashBuilder& HashBuilder::add(std::string_view field) {
  text_ += std::to_string(field.size()) + ':';
  text_ += field;
  return *this;
}

std::uint64_t HashBuilder::number() const {
  return std::stoull(hex().substr(0, 16), nullptr, 16);
}

}  // namespace base
