// SPDX-License-Identifier: MIT
#include "vgpu/system_calls.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace vgpu {

namespace {

/// Takes arguments off the packed buffer.
class Arguments {
 public:
  Arguments(const ThreadReader& read, Address at) : read_(read), at_(at) {}

  template <class T>
  bool take(T& value) {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (!read_(at_, &value, sizeof(T))) return false;
    at_ += sizeof(T);
    return true;
  }

 private:
  const ThreadReader& read_;
  Address at_;
};

template <class T>
std::string print(const std::string& conversion, T value) {
  char buffer[512];
  const int length = std::snprintf(buffer, sizeof buffer, conversion.c_str(), value);
  return length < 0 ? ""
                    : std::string(buffer, std::min<std::size_t>(static_cast<std::size_t>(length),
                                                                sizeof buffer - 1));
}

bool is_flag_or_width(char c) {
  return std::string_view("-+ #0123456789.").find(c) != std::string_view::npos;
}

/// A conversion without its length modifier, which is replaced by the host's for 64 bits. As on the
/// hardware, z, j and t are no modifiers: "%zu" prints itself.
struct Conversion {
  std::string flags;
  bool wide = false;
  char letter = '\0';
};

Conversion parse(std::string_view format, std::size_t& at) {
  Conversion conversion;
  conversion.flags = "%";
  while (at < format.size() && is_flag_or_width(format[at]) && conversion.flags.size() < 16) {
    conversion.flags += format[at++];
  }
  int longs = 0;
  for (; at < format.size() && std::string_view("hlL").find(format[at]) != std::string_view::npos;
       ++at) {
    if (format[at] != 'h' && format[at] != 'L') ++longs;
  }
  conversion.wide = longs > 0;
  if (at < format.size()) conversion.letter = format[at++];
  return conversion;
}

bool print_one(const ThreadReader& read, Arguments& arguments, const Conversion& conversion,
               std::string& out) {
  switch (conversion.letter) {
    case '%':
      out += '%';
      return true;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
      if (conversion.wide) {
        long long value = 0;
        if (!arguments.take(value)) return false;
        out += print(conversion.flags + "ll" + conversion.letter, value);
      } else {
        int value = 0;
        if (!arguments.take(value)) return false;
        out += print(conversion.flags + conversion.letter, value);
      }
      return true;
    }
    case 'c': {
      int value = 0;
      if (!arguments.take(value)) return false;
      out += print(conversion.flags + 'c', value);
      return true;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      double value = 0;
      if (!arguments.take(value)) return false;
      out += print(conversion.flags + conversion.letter, value);
      return true;
    }
    case 'p': {
      std::uint64_t value = 0;
      if (!arguments.take(value)) return false;
      out += print(conversion.flags + "p", reinterpret_cast<void*>(value));
      return true;
    }
    case 's': {
      std::uint64_t address = 0;
      if (!arguments.take(address)) return false;
      const auto text = read_string(read, address);
      if (!text) return false;
      out += print(conversion.flags + 's', text->c_str());
      return true;
    }
    default:
      out += conversion.flags;
      if (conversion.letter != '\0') out += conversion.letter;
      return true;
  }
}

}  // namespace

std::optional<std::string> read_string(const ThreadReader& read, Address address,
                                       std::size_t limit) {
  std::string text;
  for (char c = 0; text.size() < limit; text += c) {
    if (!read(address + text.size(), &c, 1)) return std::nullopt;
    if (c == '\0') return text;
  }
  return text;
}

std::optional<std::string> format_printf(const ThreadReader& read, Address format_address,
                                         Address packed) {
  const auto format = read_string(read, format_address);
  if (!format) return std::nullopt;
  Arguments arguments(read, packed);
  std::string out;
  for (std::size_t at = 0; at < format->size();) {
    if ((*format)[at] != '%') {
      out += (*format)[at++];
      continue;
    }
    ++at;
    if (!print_one(read, arguments, parse(*format, at), out)) return std::nullopt;
  }
  return out;
}

}  // namespace vgpu
