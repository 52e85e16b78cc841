// Text from outside as a terminal may show it.
#pragma once
#include <string>
#include <string_view>

namespace orthant {

/// The text with escapes as in JSON (a backslash, u, four hexadecimal digits) in place of
/// characters that command a terminal or that change the order of others: control characters but
/// the end of a line, those of Unicode's C1, line and paragraph separators, marks of direction, and
/// U+FFFE and U+FFFF, which are no characters and which no XML has.
/// Bytes that are not UTF-8 are a backslash, x, two digits. Inside the strings of JSON these are
/// the same characters.
std::string visible(std::string_view text);

/// The number of bytes before the first that is not UTF-8.
std::size_t utf8_bytes(std::string_view text);

/// Whether the text is shown as it is, on one line.
bool is_one_visible_line(std::string const& text);

}  // namespace orthant
