// The elements of a URDF with their lines, and the numbers in their attributes.
#pragma once
#include <tinyxml.h>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// The text of a file. Throws Error for what is no file, no XML as xml_elements takes it, or no
/// <robot>.
std::string urdf_xml(std::string const& path);

/// A URDF as XML.
class UrdfText {
 public:
  /// Of the file's text, as urdf_xml returns it.
  UrdfText(std::string const& path, std::string const& xml);

  std::string const& path() const { return path_; }
  TiXmlElement& robot() const { return *root_; }
  /// The document as text again, with all changes to it.
  std::string printed() const;
  /// The place of an element, which is called "<tag>", or "<tag name>".
  FileSpot spot(TiXmlElement const& element) const;

  /// The numbers of an attribute. Throws Error unless there are `count` and all are finite.
  std::vector<double> numbers(TiXmlElement const& element, char const* attribute, int count) const;
  /// The same of one number; `otherwise` if there is no such attribute.
  double number(TiXmlElement const& element, char const* attribute, double otherwise) const;
  /// The text of an attribute, which must be there.
  std::string text(TiXmlElement const& element, char const* attribute) const;

 private:
  std::string path_;
  TiXmlDocument document_;
  TiXmlElement* root_ = nullptr;
};

/// Whether an element has that tag.
inline bool is(TiXmlElement const& element, char const* tag) { return element.ValueStr() == tag; }

/// Calls f(child) for the elements in another one; with that tag, unless it is null.
template <class F>
void for_children(TiXmlElement const& element, char const* tag, F const& f) {
  for (auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
    if (!tag || is(*child, tag)) f(const_cast<TiXmlElement&>(*child));
}

}  // namespace orthant
