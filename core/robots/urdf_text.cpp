// Reads a URDF as XML, after a look at what the parser would not bear.
#include "orthant/core/robots/urdf_text.hpp"

#include <charconv>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/xml_elements.hpp"

namespace orthant {
namespace {

constexpr char const* a_urdf = "a URDF, XML with the element <robot>";

}  // namespace

std::string urdf_xml(std::string const& path) {
  auto out = read_model(path, a_urdf);
  require_root(xml_elements(out, path).front(), "robot", path, a_urdf);
  // The text is in UTF-8, which the parser, and its references to characters, take from this alone.
  if (out.starts_with("<?xml")) out.erase(0, out.find("?>") + 2);
  return R"(<?xml version="1.0"?>)" + out;
}

UrdfText::UrdfText(std::string const& path, std::string const& xml) : path_(path) {
  document_.Parse(xml.c_str());
  if (document_.Error())
    refuse(path + ":" + std::to_string(document_.ErrorRow()), visible(document_.ErrorDesc()),
           "well-formed XML");
  root_ = document_.RootElement();
  if (!root_) refuse(path, "no element", a_urdf);
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
  if (!good || out.size() != nth(count))
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
