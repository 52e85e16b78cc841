// Decodes UTF-8, and writes what is not to be seen as numbers.
#include "orthant/core/config/visible.hpp"

#include <cstdint>

namespace orthant {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: no UTF-8
};

Character first_of(std::string_view text) {
  auto const byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::uint8_t const head = byte(0);
  if (head < 0x80) return {head, 1};
  std::size_t const bytes = head >= 0xf0 ? 4 : head >= 0xe0 ? 3 : 2;
  if (head < 0xc2 || head > 0xf4 || text.size() < bytes) return {};
  std::uint32_t code = head & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  std::uint32_t const least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool const surrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[bytes] || code > 0x10ffff || surrogate) return {};
  return {code, bytes};
}

bool is_hidden(std::uint32_t code) {
  auto const within = [code](std::uint32_t low, std::uint32_t high) {
    return low <= code && code <= high;
  };
  return within(0, 0x1f) || within(0x7f, 0x9f) || code == 0x61c || within(0x200e, 0x200f) ||
         within(0x2028, 0x202e) || within(0x2066, 0x2069) || within(0xfffe, 0xffff);
}

void append_hex(std::string& out, char letter, std::uint32_t code, int digits) {
  out += '\\';
  out += letter;
  for (int i = digits - 1; i >= 0; --i) out += "0123456789abcdef"[code >> 4 * i & 0xf];
}

}  // namespace

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    auto const [code, bytes] = first_of(text);
    if (bytes == 0)
      append_hex(out, 'x', static_cast<std::uint8_t>(text[0]), 2);
    else if (is_hidden(code) && code != '\n')
      append_hex(out, 'u', code, 4);
    else
      out += text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

std::size_t utf8_bytes(std::string_view text) {
  std::size_t out = 0;
  for (std::size_t bytes = 1; bytes > 0 && out < text.size(); out += bytes)
    bytes = first_of(text.substr(out)).bytes;
  return out;
}

bool is_one_visible_line(std::string const& text) {
  for (std::string_view left = text; !left.empty();) {
    auto const [code, bytes] = first_of(left);
    if (bytes > 0 && is_hidden(code)) return false;
    left.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return true;
}

}  // namespace orthant
