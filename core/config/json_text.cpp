// Builds the value from the parser's events, and says what is allowed where it stops.
#include "orthant/core/config/detail/json_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <vector>

namespace orthant {
namespace {

constexpr std::size_t max_depth = 64;

std::size_t line_at(std::string_view text, std::size_t at) {
  return 1 + nth(std::ranges::count(text.substr(0, at), '\n'));
}
std::string place_at(std::string_view text, std::size_t at) {
  auto const line_end = at == 0 ? text.npos : text.rfind('\n', at - 1);
  return " at line " + std::to_string(line_at(text, at)) + ", column " +
         std::to_string(line_end == text.npos ? at + 1 : at - line_end);
}

bool is_in(char c, std::string_view set) { return set.find(c) != set.npos; }
bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.'; }

/// What stands in JSON in place of `word`, which stands after `before` where the parser expected
/// `expected`.
std::string allowed_for(std::string word, char before, std::string const& expected) {
  for (std::string_view quote : {"'", "`", "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x98"})
    if (word.starts_with(quote)) return "\" around keys and texts";
  char const c = word.empty() ? '\0' : word[0];
  if (c == '/' || c == '#') return "no comments: JSON has none; a \"description\" may say it";
  if (before == ',' && is_in(c, "}]")) return "no comma after the last value";
  if (before == ',' && c == ',') return "one comma between two values";
  if (expected == "':'") return "\"key\": value";
  std::erase_if(word, [](char each) { return is_in(each, "+-"); });
  std::ranges::transform(word, word.begin(), [](unsigned char each) { return std::tolower(each); });
  if (word == "true" || word == "false") return word + ", as JSON writes it";
  for (char const* nothing : {"none", "null", "undefined"})
    if (word == nothing) return "null, as JSON writes it";
  if (word == "nan" || word == "inf" || word == "infinity")
    return "a finite number; a limit that is off has no key, or null";
  if (!word.empty() && is_in(word[0], "0123456789.")) {
    if (word.find_first_not_of("0123456789.e") != word.npos)
      return "numbers without units; their units are fixed";
    if (is_in(c, "+.") || (c == '0' && word.size() > 1) || expected.empty())
      return "a finite number as JSON writes it";
  }
  bool const may_end = expected == "'}'" || expected == "']'";
  if (may_end && c != '\0' && !is_in(c, "}]")) return "a comma between two values";
  bool const is_value = expected.empty() || expected.starts_with("'['");
  return is_value ? "a value; a text has \" around it" : expected;
}

/// The parser has read up to `end` and says `why`.
[[noreturn]] void refuse_fault(std::string const& path, std::string_view text, std::size_t end,
                               std::string why) {
  auto const cut = [&](std::size_t at, std::size_t size) {
    auto rest = at == why.npos ? "" : why.substr(at + size);
    why.erase(std::min(at, why.size()));
    return rest;
  };
  why = cut(why.find("] "), 2);
  if (auto const at = why.find("syntax error "); at != why.npos) why = cut(at, 13);
  std::string expected = cut(why.rfind("; expected "), 11);
  cut(why.find("; last read"), 0);
  if (auto const at = expected.find("; last read"); at != why.npos) expected.erase(at);
  bool const in_text = why.find("string") != why.npos, in_number = why.find("number") != why.npos;
  std::size_t at = std::min(end, text.size());
  if (at > 0 && why.find("end of input") == why.npos) {
    --at;
    if (in_text && at > 0)
      at = std::min(text.rfind('"', at - 1), at);
    else if (in_number || is_in_word(text[at]))
      while (at > 0 && (is_in_word(text[at - 1]) || is_in(text[at - 1], "+-"))) --at;
  }
  auto const after = std::min(text.find_first_of(" \t\r\n,:=]}", at + 1), at + 20);
  std::string const word(text.substr(std::min(at, text.size()), after - at));
  auto const last = text.substr(0, at).find_last_not_of(" \t\r\n");
  if (why.find("invalid string") != why.npos)
    expected = "\\\\ for \\, UTF-8, and \" at the end of a text, on its line";
  std::ranges::replace_if(
      why, [](unsigned char c) { return c < ' '; }, ' ');
  std::string const found = word.empty()            ? "the end of the text"
                            : word.starts_with('"') ? word
                                                    : shown(Json(word));
  refuse(path, found + place_at(text, at) + " (" + why.substr(0, 160) + ")",
         allowed_for(word, last == text.npos ? '\0' : text[last], expected));
}

/// The parser's own filter would look at all earlier elements of an array after each object in it.
class Reader final : public Json::json_sax_t {
 public:
  Reader(std::string const& text, std::string path, std::string const& pointer)
      : text_(text), path_(std::move(path)), in_(text) {
    std::istringstream parts(pointer.substr(std::min<std::size_t>(1, pointer.size())));
    for (std::string part; std::getline(parts, part, '/');) target_.push_back(part);
  }

  Json read() {
    // The parser would take this as the end of the text.
    if (text_.find('\0') != text_.npos) refuse(path_, "a zero byte", "text");
    Json::sax_parse(in_, this);
    return std::move(root_);
  }
  /// Of the target, as far as it is there.
  std::size_t line() const { return line_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, string_t const&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // there is none in text
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    look(name);
    auto const [at, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(name, nullptr);
    value_ = &at->second;
    if (!is_new)
      refuse(path_,
             "the key \"" + name.substr(0, 80) + "\", which stands twice in one object" +
                 place_at(text_, read_up_to() - std::min(read_up_to(), name.size() + 2)),
             "each key once");
    return true;
  }

  bool parse_error(std::size_t end, std::string const&, Json::exception const& error) override {
    refuse_fault(path_, text_, end, error.what());
  }

 private:
  std::size_t read_up_to() { return nth(in_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in)); }
  /// Notes the line if this part of the target is next and its object or array is the open one.
  void look(std::string const& part) {
    if (reached_ == target_.size() || open_.size() != reached_ + 1 || target_[reached_] != part)
      return;
    ++reached_;
    line_ = line_at(text_, read_up_to() - 1);
  }
  Json& place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (!open_.back()->is_array()) return *value_ = std::move(value);
    if (!target_.empty()) look(std::to_string(open_.back()->size()));
    return open_.back()->emplace_back(nullptr) = std::move(value);
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() >= max_depth)
      refuse(path_, "nesting deeper than " + std::to_string(max_depth), "fewer levels");
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string const& text_;
  std::string path_;
  std::istringstream in_;
  std::vector<std::string> target_;
  std::size_t reached_ = 0, line_ = 0;
  Json root_;
  std::vector<Json*> open_;  // each within the one before, which does not grow meanwhile
  Json* value_ = nullptr;    // of the last key
};

}  // namespace

Json parse_json(std::string const& text, std::string const& path) {
  return Reader(text, path, "").read();
}

std::size_t line_in_json(std::string const& text, std::string const& pointer) {
  Reader reader(text, "", pointer);
  reader.read();
  return reader.line();
}

}  // namespace orthant
