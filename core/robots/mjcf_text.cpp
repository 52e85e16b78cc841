// Scans the tags of MJCF files. The compiler judges their grammar; this finds lines and file names.
#include "orthant/core/robots/mjcf_text.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_elements = 1000000, most_depth = 200;

/// Goes through the tags of a text. What is no XML ends the scan: the compiler says so.
class TagScan {
 public:
  explicit TagScan(std::string const& text) : text_(text) {}

  /// The next tag; `closing` of </tag>, `whole` of <tag/>.
  bool next(MjcfElement& out, bool& closing, bool& whole) {
    for (;;) {
      if (!go_to(text_.find('<', at_))) return false;
      if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skip("<!", ">"))
        continue;
      ++at_;
      break;
    }
    out = {};
    out.line = line_;
    closing = at_ < text_.size() && text_[at_] == '/';
    if (closing) ++at_;
    out.tag = word();
    whole = false;
    for (;;) {
      blanks();
      if (at_ >= text_.size()) return false;
      if (text_[at_] == '>') break;
      if (text_[at_] == '/') {
        whole = true;
        ++at_;
        continue;
      }
      std::string const name = word();
      blanks();
      if (name.empty() || at_ >= text_.size() || text_[at_] != '=') return false;
      ++at_;
      blanks();
      if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return false;
      auto const end = text_.find(text_[at_], at_ + 1);
      if (end == text_.npos) return false;
      out.attributes[name] = text_.substr(at_ + 1, end - at_ - 1);
      go_to(end);
      ++at_;
    }
    ++at_;
    return true;
  }

 private:
  bool go_to(std::size_t to) {
    if (to == text_.npos) return false;
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
    return true;
  }
  bool skip(std::string const& begin, std::string const& end) {
    if (text_.compare(at_, begin.size(), begin) != 0) return false;
    auto const found = text_.find(end, at_ + begin.size());
    go_to(found == text_.npos ? text_.size() : found + end.size());
    return true;
  }
  void blanks() { go_to(std::min(text_.size(), text_.find_first_not_of(" \t\r\n", at_))); }
  std::string word() {
    auto const end = std::min(text_.size(), text_.find_first_of(" \t\r\n=/>\"'<", at_));
    std::string out = text_.substr(at_, end - at_);
    at_ = end;
    return out;
  }

  std::string const& text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

FileSpot spot_at(MjcfElement const& e) {
  auto const name = e.attributes.find("name");
  return {e.file, e.line,
          "<" + e.tag + (name == e.attributes.end() ? "" : " " + name->second) + ">"};
}

std::string attribute(MjcfElement const& e, char const* name) {
  auto const found = e.attributes.find(name);
  return found == e.attributes.end() ? "" : found->second;
}

bool has_nan(std::string const& text) {
  if (text.find_first_of("nN") == text.npos) return false;
  std::istringstream in(text);
  for (std::string each; in >> each;) {
    std::ranges::transform(each, each.begin(), [](unsigned char c) { return std::tolower(c); });
    if (each == "nan" || each == "-nan" || each == "+nan") return true;
  }
  return false;
}

bool is_one_of(std::string const& tags, MjcfElement const& e) {
  std::istringstream in(tags);
  for (std::string each; in >> each;)
    if (each == e.tag || each == e.in + "/" + e.tag) return true;
  return false;
}

}  // namespace

MjcfText::MjcfText(std::string const& path, std::vector<std::string> const& search) : path_(path) {
  read(path, {});
  check_files(search);
}

std::string MjcfText::at_line(std::string const& said) const {
  auto const found = std::max(said.rfind("line ") + 1, said.rfind("Line number") + 1);
  if (found == 0) return path_;
  auto const digits = said.find_first_of("0123456789", found);
  if (digits == said.npos || said.find_first_of(",;:", found) < digits) return path_;
  auto const end = said.find_first_not_of("0123456789", digits);
  std::string const line = said.substr(digits, end == said.npos ? end : end - digits);
  if (files_ == 1 && line != "0") return path_ + ":" + line;
  // The compiler does not say in which file: that with the element of its message there.
  auto const names = [&](std::string const& word) {
    return !word.empty() && said.find("'" + word + "'") != said.npos;
  };
  std::set<std::string> places;
  std::string with_attribute;  // the first that the message names too
  for (auto const* list : {&elements_, &defaults_})
    for (auto const& e : *list) {
      if (!(line == "0" || std::to_string(e.line) == line) || !names(e.tag)) continue;
      auto const place = e.file + ":" + std::to_string(e.line);
      places.insert(place);
      for (auto const& [key, value] : e.attributes)
        if (with_attribute.empty() && (names(key) || names(value))) with_attribute = place;
    }
  if (!with_attribute.empty()) return with_attribute;
  return places.size() == 1 ? *places.begin() : path_;
}

void MjcfText::read(std::string const& path, std::vector<std::string> const& above) {
  std::string const text = read_model(path, "a model in MJCF, of XML");
  if (text.find('\0') != text.npos) refuse(path, "a character 0", "text in XML");
  if (auto const at = text.find("<!ENTITY"); at != text.npos)
    refuse(line_at(path, text, at), "a declaration of an entity", "XML without <!ENTITY");
  ++files_;
  auto inside = above;
  inside.push_back(path);
  TagScan scan(text);
  MjcfElement e;
  std::vector<std::string> open;  // elements around
  std::size_t in_default = 0;
  for (bool closing = false, whole = false; scan.next(e, closing, whole);) {
    if (closing) {
      if (!open.empty()) open.pop_back();
      if (open.size() < in_default) in_default = 0;
      continue;
    }
    if (!open.empty()) e.in = open.back();
    if (!whole) open.push_back(e.tag);
    if (open.size() > most_depth)
      refuse(path + ":" + std::to_string(e.line), "elements within " + std::to_string(open.size()),
             "up to " + std::to_string(most_depth));
    if (e.tag == "default" && in_default == 0 && !whole) in_default = open.size();
    e.file = path;
    // the compiler takes nan for a number that is not given
    for (auto const& [key, value] : e.attributes)
      if (key != "name" && key != "class" && key != "childclass" && has_nan(value))
        refuse(where(spot_at(e)), key + "=\"" + visible(value) + "\"", "finite numbers");
    if (e.tag == "include") {
      auto const file = find_model_file(attribute(e, "file"), path_, {}, spot_at(e));
      if (std::ranges::find(inside, file) != inside.end())
        refuse(where(spot_at(e)), "a file that includes this one", "includes that do not go round");
      read(file, inside);
    } else if (in_default == 0 && e.tag != "default") {
      elements_.push_back(e);
    } else {
      defaults_.push_back(e);
    }
    if (elements_.size() + defaults_.size() > most_elements)
      refuse(path, "more than " + std::to_string(most_elements) + " elements", "fewer");
  }
}

void MjcfText::check_files(std::vector<std::string> const& search) const {
  std::string meshes, textures;
  bool strips = false;
  for (auto const& e : elements_) {
    if (e.tag != "compiler") continue;
    if (auto const d = attribute(e, "assetdir"); !d.empty()) meshes = textures = d;
    if (auto const d = attribute(e, "meshdir"); !d.empty()) meshes = d;
    if (auto const d = attribute(e, "texturedir"); !d.empty()) textures = d;
    if (auto const s = attribute(e, "strippath"); !s.empty()) strips = s == "true";
  }
  for (auto const& e : elements_)
    for (auto const& [key, value] : e.attributes) {
      bool const is_file = key.starts_with("file") && key != "filetype";
      if (!is_file || value.empty()) continue;
      namespace fs = std::filesystem;
      fs::path const name = strips ? fs::path(value).filename() : fs::path(value);
      fs::path const folder = e.tag == "texture" ? textures : meshes;
      find_model_file((folder / name).string(), path_, search, spot_at(e));
    }
}

FileSpot MjcfText::spot(std::string const& tags, std::string const& name, int number,
                        int count) const {
  std::vector<MjcfElement const*> all;
  for (auto const& e : elements_) {
    if (!is_one_of(tags, e)) continue;
    if (!name.empty() && attribute(e, "name") == name) return spot_at(e);
    all.push_back(&e);
  }
  if (name.empty() && static_cast<int>(all.size()) == count && number < count)
    return spot_at(*all[static_cast<std::size_t>(number)]);
  // What a composite makes has names that begin with its prefix, and no element.
  std::vector<MjcfElement const*> makers;
  for (auto const& e : elements_)
    if (e.tag == "composite" && name.starts_with(attribute(e, "prefix"))) makers.push_back(&e);
  if (makers.size() == 1) {
    auto out = spot_at(*makers.front());
    if (!name.empty()) out.name += " " + name;
    return out;
  }
  auto const tag = tags.substr(0, tags.find(' '));
  return {path_, 0, name.empty() ? "<" + tag.substr(tag.find('/') + 1) + ">" : name};
}

FileSpot MjcfText::spot_of(std::string const& tag, std::string const& key) const {
  for (auto const& e : elements_)
    if (e.tag == tag && e.attributes.contains(key)) return spot_at(e);
  return {path_, 0, "<" + tag + ">"};
}

}  // namespace orthant
