// Scans XML, the subset that TinyXML and TinyXML-2 read alike.
#include "orthant/core/robots/xml_elements.hpp"

#include <algorithm>
#include <charconv>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_elements = 1'000'000;
constexpr std::size_t most_depth = 200;  // parsers follow it by recursion
constexpr char const* blanks = " \t\r\n";

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<signed char>(c) < 0;
}
bool is_in_name(char c) {
  return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
}

/// A character in UTF-8.
std::string utf8(unsigned c) {
  auto const tail = [&](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xc0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)};
}

class XmlScan {
 public:
  XmlScan(std::string const& text, std::string const& file) : text_(text), file_(file) {}

  std::vector<XmlElement> all() {
    characters();
    if (begins("\xef\xbb\xbf")) at_ += 3;
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        words();
      } else if (begins("<!--")) {
        impure();
        pass("<!--", "-->", "a comment");
      } else if (begins("<![CDATA[")) {
        impure();
        pass("<![CDATA[", "]]>", "text");
      } else if (begins("<?")) {
        declaration();
      } else if (begins("<!")) {
        document_type();
      } else if (begins("</")) {
        close();
      } else {
        open();
      }
    }
    if (!open_.empty())
      wrong("the end of the file within <" + visible(top().tag) + "> of line " +
                std::to_string(top().line),
            "</" + visible(top().tag) + ">");
    if (out_.empty()) wrong("no element", "a model, of XML");
    return std::move(out_);
  }

 private:
  [[noreturn]] void wrong(std::string const& found, std::string const& allowed) const {
    refuse(file_ + ":" + std::to_string(line_), found, allowed);
  }
  bool begins(std::string_view word) const { return text_.compare(at_, word.size(), word) == 0; }
  XmlElement& top() { return out_[static_cast<std::size_t>(open_.back())]; }
  void impure() {
    if (!open_.empty()) top().plain = false;
  }
  void go_to(std::size_t to) {
    auto const from = text_.begin();
    line_ += static_cast<int>(std::count(from + static_cast<std::ptrdiff_t>(at_),
                                         from + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }
  bool skip_blanks() {
    auto const from = at_;
    go_to(std::min(text_.size(), text_.find_first_not_of(blanks, at_)));
    return at_ > from;
  }

  /// Parsers take other control characters for white space, or for the end.
  void characters() {
    for (char const c : text_) {
      if (c == '\n') ++line_;
      auto const code = static_cast<unsigned char>(c);
      if (code >= 32 || std::string_view(blanks).find(c) != std::string_view::npos) continue;
      wrong(code == 0 ? "a byte of zero" : "a control character, " + std::to_string(code),
            "text in XML");
    }
    line_ = 1;
  }
  void pass(std::string_view from, std::string_view to, char const* what) {
    auto const found = text_.find(to, at_ + from.size());
    if (found == text_.npos) wrong(std::string(what) + " without end", "well-formed XML");
    go_to(found + to.size());
  }
  /// One parser ends it at the first >, another at ?>.
  void declaration() {
    auto const end = text_.find('>', at_);
    if (end == text_.npos || end < at_ + 3 || text_[end - 1] != '?')
      wrong("a declaration <? that does not end with ?> at its first >", "<?xml version=\"1.0\"?>");
    go_to(end + 1);
  }
  void document_type() {
    auto const end = text_.find_first_of("<>[]\"'&%", at_ + 1);
    if (end == text_.npos || text_[end] != '>')
      wrong("a document type or what else begins with <!, which may declare entities",
            "elements, comments and <!DOCTYPE NAME>");
    go_to(end + 1);
  }
  void words() {
    auto const end = std::min(text_.size(), text_.find('<', at_));
    auto const found = text_.substr(at_, end - at_);
    if (!open_.empty()) {
      top().text += resolved(found);
    } else if (found.find_first_not_of(blanks) != found.npos) {
      wrong("text outside of the root element", "text in an element");
    }
    go_to(end);
  }
  std::string name(char const* what) {
    auto const from = at_;
    if (at_ < text_.size() && begins_name(text_[at_]))
      while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
    if (at_ == from) wrong("no name of " + std::string(what), "a name of letters and digits");
    return text_.substr(from, at_ - from);
  }

  void close() {
    at_ += 2;
    auto const tag = name("an element");
    skip_blanks();
    if (open_.empty() || top().tag != tag)
      wrong("</" + visible(tag) + ">" +
                (open_.empty()
                     ? ""
                     : ", in <" + visible(top().tag) + "> of line " + std::to_string(top().line)),
            open_.empty() ? "the end of an element" : "</" + visible(top().tag) + ">");
    expect('>');
    open_.pop_back();
  }
  void expect(char c, std::string const& what = "") {
    if (at_ >= text_.size() || text_[at_] != c)
      wrong(at_ < text_.size() ? "\"" + visible(text_.substr(at_, 1)) + "\" in a tag"
                               : "the end of the file in a tag",
            what.empty() ? std::string(1, c) : what);
    ++at_;
  }

  void open() {
    XmlElement e;
    e.line = line_;
    ++at_;
    e.tag = name("an element");
    for (;;) {
      bool const apart = skip_blanks();
      if (at_ >= text_.size() || text_[at_] == '>' || text_[at_] == '/') break;
      if (!apart && e.attributes.empty()) expect('>');  // after a quote parsers ask for no blank
      attribute(e);
    }
    if (open_.empty() && !out_.empty())
      wrong("<" + visible(e.tag) + "> beside <" + visible(out_.front().tag) + ">",
            "one root element");
    if (!open_.empty()) e.parent = open_.back();
    impure();
    bool const ends = at_ < text_.size() && text_[at_] == '/';
    if (ends) ++at_;
    expect('>');
    if (out_.size() == most_elements)
      wrong("more than " + std::to_string(most_elements) + " elements", "fewer");
    out_.push_back(std::move(e));
    if (!ends) open_.push_back(static_cast<int>(out_.size()) - 1);
    if (open_.size() > most_depth)
      wrong("elements in more than " + std::to_string(most_depth) + " others",
            "fewer within each other");
  }
  void attribute(XmlElement& e) {
    auto const key = name("an attribute");
    skip_blanks();
    expect('=');
    skip_blanks();
    char const quote = at_ < text_.size() ? text_[at_] : '\0';
    expect(quote == '\'' ? '\'' : '"', "a value in quotes");
    auto const end = text_.find(quote, at_);
    if (end == text_.npos) wrong("a " + std::string(1, quote) + " without end", "well-formed XML");
    auto const value = resolved(text_.substr(at_, end - at_));
    go_to(end + 1);
    if (!e.attributes.emplace(key, value).second)
      wrong("a second \"" + visible(key) + "\" in <" + visible(e.tag) + ">", "one");
  }

  /// With characters in place of references.
  std::string resolved(std::string const& words) const {
    std::string out;
    for (std::size_t at = 0;;) {
      auto const next = words.find('&', at);
      out += words.substr(at, next - at);
      if (next == words.npos) return out;
      auto const end = words.find(';', next);
      if (end == words.npos) wrong("& without a reference", "&amp; for &");
      out += character(words.substr(next + 1, end - next - 1));
      at = end + 1;
    }
  }
  std::string character(std::string const& reference) const {
    static std::map<std::string, char const*> const named{
        {"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}};
    if (auto const found = named.find(reference); found != named.end()) return found->second;
    bool const hex = reference.starts_with("#x");
    std::string const digits =
        reference.substr(std::min(reference.size(), std::size_t{hex ? 2u : 1u}));
    unsigned code = 0;
    auto const end = digits.data() + digits.size();
    auto const read = std::from_chars(digits.data(), end, code, hex ? 16 : 10);
    bool const whole = reference.starts_with('#') && read.ec == std::errc() && read.ptr == end;
    bool const letter = code >= 32 ? code < 0xd800 || (code > 0xdfff && code < 0x110000)
                                   : code == 9 || code == 10 || code == 13;
    if (!whole || !letter)
      wrong("the reference &" + visible(reference.substr(0, 40)) + ";",
            "&amp;, &lt;, &gt;, &quot;, &apos; and numbers of characters");
    return utf8(code);
  }

  std::string const& text_;
  std::string const& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<int> open_;
  std::vector<XmlElement> out_;
};

}  // namespace

void require_root(XmlElement const& root, std::string const& tag, std::string const& file,
                  std::string const& allowed) {
  if (root.tag == tag) return;
  std::string type;
  for (auto const& [of, name] : {std::pair{"robot", "urdf"}, {"mujoco", "mjcf"}, {"sdf", "sdf"}})
    if (root.tag == of) type = std::string("; type \"") + name + "\" reads this one";
  refuse(file + ":" + std::to_string(root.line), "<" + visible(root.tag) + ">", allowed + type);
}

std::vector<XmlElement> xml_elements(std::string const& text, std::string const& file) {
  return XmlScan(text, file).all();
}

}  // namespace orthant
