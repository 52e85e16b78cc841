// Goes through JSON text up to its first fault.
#include "core/config/json_text.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace orthant {
namespace {

constexpr int most_levels = 64;
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";
constexpr std::string_view decimal = "0123456789";

TextPlace text_place(std::string_view text, std::size_t at) {
  auto const before = text.substr(0, at);
  auto const last = before.rfind('\n');
  return {1 + static_cast<std::size_t>(std::ranges::count(before, '\n')),
          last == before.npos ? at + 1 : at - last};
}

class Scan {
 public:
  explicit Scan(std::string_view text, std::vector<std::string_view> target = {})
      : text_(text), target_(std::move(target)) {
    if (text.starts_with("\xef\xbb\xbf")) at_ = 3;
  }

  std::optional<JsonFault> fault() {
    try {
      value(0, false);
      skip();
      if (!ended()) refuse(at_, "text after the end: " + word(), "nothing after the object");
    } catch (JsonFault const& found) {
      return found;
    }
    return {};
  }

  std::optional<TextPlace> place() {
    try {
      value(0, true);
    } catch (JsonFault const&) {
    } catch (Reached const&) {
    }
    if (found_ == text_.npos) return {};
    return text_place(text_, found_);
  }

 private:
  struct Reached {};

  [[noreturn]] void refuse(std::size_t at, std::string found, std::string allowed) const {
    throw JsonFault{text_place(text_, at), std::move(found), std::move(allowed)};
  }
  bool ended() const { return at_ >= text_.size(); }
  char here() const { return ended() ? '\0' : text_[at_]; }
  char after(std::size_t count) const {
    return at_ + count < text_.size() ? text_[at_ + count] : '\0';
  }
  bool next_is(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  static bool is_in(char c, std::string_view set) { return c != '\0' && set.find(c) != set.npos; }
  std::string place_of_opening(std::size_t at) const { return text_place(text_, at).says(); }

  /// The word that begins here, shortened.
  std::string word() const {
    auto const end = text_.find_first_of(" \t\r\n,:]}", at_);
    if (here() == '"') return std::string(text_.substr(at_, std::min<std::size_t>(end - at_, 20)));
    std::string out = "\"";
    out += text_.substr(at_, std::min<std::size_t>(end - at_, 20));
    return out += "\"";
  }

  void skip() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    if (next_is("//") || next_is("/*") || next_is("#"))
      refuse(at_, "a comment", "no comments: JSON has none; a \"description\" may say it");
  }

  void refuse_quotes(char const* what) const {
    for (std::string_view quote : {"'", "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x98", "`"})
      if (next_is(quote))
        refuse(at_, std::string(quote) + " as a quotation mark", std::string("\" around ") + what);
  }

  void value(std::size_t level, bool on_target) {
    if (level > most_levels) refuse(at_, "nesting deeper than 64", "fewer levels");
    skip();
    if (ended()) refuse(at_, "the end of the text in place of a value", "a value");
    refuse_quotes("a text");
    char const c = here();
    if (c == '{') return object(level, on_target);
    if (c == '[') return array(level, on_target);
    if (c == '"') {
      text();
    } else if (is_in(c, decimal) || is_in(c, "+-.")) {
      number();
    } else if (is_in(c, letters)) {
      name();
    } else if (c == ',' || c == ']' || c == '}') {
      refuse(at_, std::string("\"") + c + "\" in place of a value", "a value");
    } else {
      refuse(at_, word() + " in place of a value", "a value");
    }
  }

  void name() {
    for (std::string_view good : {"true", "false", "null"})
      if (next_is(good) && !is_in(after(good.size()), letters)) {
        at_ += good.size();
        return;
      }
    constexpr std::string_view others[][2] = {
        {"True", "true"}, {"TRUE", "true"}, {"False", "false"}, {"FALSE", "false"},
        {"None", "null"}, {"Null", "null"}, {"NULL", "null"},   {"NaN", ""},
        {"nan", ""},      {"Infinity", ""}, {"inf", ""},        {"undefined", "null"}};
    for (auto const& [theirs, ours] : others)
      if (next_is(theirs))
        refuse(at_, std::string(theirs),
               ours.empty() ? "a finite number; a limit that is off has no key, or null"
                            : std::string(ours) + ", as JSON writes it");
    refuse(at_, word() + " without quotes", "a number, true, false, null, or a text in \"");
  }

  void number() {
    std::size_t const begin = at_;
    auto const take_digits = [&] {
      std::size_t const from = at_;
      while (is_in(here(), decimal)) ++at_;
      return at_ > from;
    };
    if (here() == '+') refuse(begin, "a number that begins with \"+\"", "the same without it");
    if (here() == '-') ++at_;
    if (here() == 'I' || here() == 'i') name();
    if (here() == '.') refuse(begin, "a number that begins with \".\"", "0 before the point");
    if (here() == '0' && is_in(after(1), decimal))
      refuse(begin, "a number that begins with 0", "a number without leading zeros");
    if (!take_digits()) refuse(begin, "\"-\" without a number", "a number");
    if (here() == '.') {
      ++at_;
      if (!take_digits()) refuse(begin, "a number that ends with \".\"", "a digit after the point");
    }
    if (is_in(here(), "eE")) {
      ++at_;
      if (is_in(here(), "+-")) ++at_;
      if (!take_digits()) refuse(begin, "an exponent without digits", "digits after \"e\"");
    }
    if (is_in(here(), letters))
      refuse(at_, word() + " after a number", "numbers without units; their units are fixed");
  }

  /// A text in quotes; returns what is between them.
  std::string_view text() {
    std::size_t const begin = ++at_;
    for (;; ++at_) {
      if (ended() || here() == '\n')
        refuse(begin - 1, "a text that does not end on its line", "\" at its end");
      if (here() == '"') break;
      if (here() != '\\') continue;
      ++at_;
      if (!is_in(here(), "\"\\/bfnrtu"))
        refuse(at_ - 1, "a single \\ in a text", "\\\\ in its place");
    }
    return text_.substr(begin, at_++ - begin);
  }

  std::string_view key(std::size_t comma) {
    if (here() == '"') return text();
    refuse_quotes("a key");
    if (here() == '}') refuse(comma, "a comma before \"}\"", "no comma after the last value");
    if (here() == ',') refuse(at_, "two commas", "one between two values");
    refuse(at_, word() + " in place of a key in quotes", "\"key\": value");
  }

  /// Goes on after a value of an object or array; false at its end.
  bool goes_on(char closing, std::size_t begin, std::size_t& comma) {
    std::size_t const end = at_;
    skip();
    if (here() == ',') {
      comma = at_++;
      skip();
      return true;
    }
    if (here() == closing) return ++at_, false;
    std::string const what = text_[begin] == '{' ? "\"{\"" : "\"[\"";
    std::string const opened = what + " of " + place_of_opening(begin);
    if (ended())
      refuse(at_, "the end of the text inside the " + opened,
             std::string(1, closing) + " before it");
    if (is_in(here(), "]}"))
      refuse(at_, std::string("\"") + here() + "\" inside the " + opened,
             std::string("\"") + closing + "\"");
    refuse(end, "no comma before " + word(), "a comma between two values");
  }

  /// Notes that the part of the target that this level names stands at `at`.
  bool reach(std::size_t level, bool on_target, std::string_view part, std::size_t at) {
    if (!on_target || level >= target_.size() || target_[level] != part) return false;
    found_ = at;
    if (level + 1 == target_.size()) throw Reached{};
    return true;
  }

  void object(std::size_t level, bool on_target) {
    std::size_t const begin = at_++;
    std::size_t comma = begin;
    std::set<std::string_view> keys;
    skip();
    if (here() == '}') return ++at_, void();
    do {
      if (ended())
        refuse(at_, "the end of the text inside the \"{\" of " + place_of_opening(begin),
               "} before it");
      std::size_t const start = at_;
      auto const name = key(comma);
      if (!keys.insert(name).second)
        refuse(
            start,
            "the key \"" + std::string(name.substr(0, 80)) + "\", which stands twice in one object",
            "each key once");
      skip();
      if (here() != ':')
        refuse(at_, here() == '=' ? "\"=\" after a key" : "no \":\" after a key", "\"key\": value");
      ++at_;
      value(level + 1, reach(level, on_target, name, start));
    } while (goes_on('}', begin, comma));
  }

  void array(std::size_t level, bool on_target) {
    std::size_t const begin = at_++;
    std::size_t comma = begin, number = 0;
    skip();
    if (here() == ']') return ++at_, void();
    do {
      if (here() == ']') refuse(comma, "a comma before \"]\"", "no comma after the last value");
      value(level + 1, reach(level, on_target, std::to_string(number++), at_));
    } while (goes_on(']', begin, comma));
  }

  std::string_view text_;
  std::vector<std::string_view> target_;
  std::size_t at_ = 0, found_ = std::string_view::npos;
};

}  // namespace

std::string TextPlace::says() const {
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::optional<JsonFault> fault_of_json(std::string_view text) { return Scan(text).fault(); }

std::optional<TextPlace> place_in_json(std::string_view text, std::string_view pointer) {
  std::vector<std::string_view> parts;
  while (pointer.starts_with('/')) {
    auto const end = std::min(pointer.find('/', 1), pointer.size());
    parts.push_back(pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
  }
  if (parts.empty()) return {};
  return Scan(text, std::move(parts)).place();
}

}  // namespace orthant
