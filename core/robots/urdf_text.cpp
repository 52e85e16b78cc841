// Reads a URDF as XML, after a look at what would take the parser too long.
#include "orthant/core/robots/urdf_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

constexpr char const* a_urdf = "a URDF, XML with the element <robot>";

/// Refuses what the parser would not bear: deep nesting, which it follows by recursion, bytes of
/// zero, and declarations of entities.
void require_plain_xml(std::string const& xml, std::string const& path) {
  constexpr int deepest = 100;
  int line = 1, depth = 0;
  auto const at = [&] { return path + ":" + std::to_string(line); };
  std::size_t i = 0;
  auto const skip_to = [&](std::string const& end, char const* what) {
    auto const found = xml.find(end, i);
    if (found == xml.npos) refuse(at(), std::string(what) + " without end", "well-formed XML");
    auto const begin = xml.begin();
    line += static_cast<int>(std::count(begin + static_cast<std::ptrdiff_t>(i),
                                        begin + static_cast<std::ptrdiff_t>(found), '\n'));
    i = found + end.size();
  };
  while (i < xml.size()) {
    if (xml[i] == '\0') refuse(at(), "a byte of zero", a_urdf);
    if (xml[i] == '\n') ++line;
    if (xml[i] != '<') {
      ++i;
    } else if (xml.compare(i, 4, "<!--") == 0) {
      i += 4;
      skip_to("-->", "a comment");
    } else if (xml.compare(i, 2, "<?") == 0) {
      skip_to("?>", "a declaration");
    } else if (xml.compare(i, 9, "<![CDATA[") == 0) {
      skip_to("]]>", "text");
    } else if (xml.compare(i, 2, "<!") == 0) {
      refuse(at(), "a document type, which may declare entities", "XML without <!DOCTYPE>");
    } else {
      bool const closes = xml.compare(i, 2, "</") == 0;
      char quote = 0;
      for (++i; i < xml.size() && (quote || xml[i] != '>'); ++i) {
        if (xml[i] == '\n') ++line;
        if (quote ? xml[i] == quote : xml[i] == '"' || xml[i] == '\'') quote = quote ? 0 : xml[i];
      }
      bool const empty = i > 0 && i < xml.size() && xml[i - 1] == '/';
      depth += closes ? -1 : empty ? 0 : 1;
      if (depth > deepest)
        refuse(at(), "elements in more than " + std::to_string(deepest) + " others",
               "fewer within each other");
    }
  }
}

}  // namespace

UrdfText::UrdfText(std::string const& path) : path_(path) {
  std::string const xml = read_model(path, a_urdf);
  require_plain_xml(xml, path);
  document_.Parse(xml.c_str());
  auto const at = [&](int line) {
    return path + (line > 0 ? ":" + std::to_string(line) : std::string());
  };
  if (document_.Error())
    refuse(at(document_.ErrorRow()), visible(document_.ErrorDesc()), "well-formed XML");
  root_ = document_.RootElement();
  if (!root_) refuse(path, "no element", a_urdf);
  if (!is(*root_, "robot"))
    refuse(at(root_->Row()), "<" + visible(root_->ValueStr()) + ">",
           std::string(a_urdf) + (is(*root_, "sdf")      ? "; type \"sdf\" reads this one"
                                  : is(*root_, "mujoco") ? "; type \"mjcf\" reads this one"
                                                         : ""));
  if (auto* next = root_->NextSiblingElement())
    refuse(at(next->Row()), "an element beside <robot>", "one robot in a file");
}

std::string UrdfText::printed() const {
  TiXmlPrinter printer;
  document_.Accept(&printer);
  return printer.Str();
}

FileSpot UrdfText::spot(TiXmlElement const& element) const {
  char const* const name = element.Attribute("name");
  return {
      path_, element.Row(),
      "<" + element.ValueStr() + (name ? " \"" + std::string(name) + "\"" : std::string()) + ">"};
}

std::vector<double> UrdfText::numbers(TiXmlElement const& element, char const* attribute,
                                      int count) const {
  std::string const given = text(element, attribute);
  char const *at = given.data(), *const end = at + given.size();
  std::vector<double> out;
  bool good = true;
  while (good && at < end) {
    if (std::string(" \t\r\n").find(*at) != std::string::npos) {
      ++at;
      continue;
    }
    double x = 0;
    auto const read = std::from_chars(*at == '+' ? at + 1 : at, end, x);
    good = read.ec == std::errc() && std::isfinite(x);
    at = read.ptr;
    out.push_back(x);
  }
  if (!good || out.size() != static_cast<std::size_t>(count))
    refuse(where(spot(element)), std::string(attribute) + "=\"" + visible(given) + "\"",
           count == 1 ? "a finite number" : std::to_string(count) + " finite numbers");
  return out;
}

double UrdfText::number(TiXmlElement const& element, char const* attribute,
                        double otherwise) const {
  return element.Attribute(attribute) ? numbers(element, attribute, 1)[0] : otherwise;
}

std::string UrdfText::text(TiXmlElement const& element, char const* attribute) const {
  char const* const given = element.Attribute(attribute);
  if (!given)
    refuse(where(spot(element)), std::string("no \"") + attribute + "\"", "this attribute");
  return given;
}

}  // namespace orthant
