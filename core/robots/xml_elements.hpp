// The elements of an XML as all parsers of models read them.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace orthant {

struct XmlElement {
  std::string tag;
  int line = 0;
  int parent = -1;  // its place in the list; -1: none
  std::map<std::string, std::string> attributes = {};
  std::string text = {};  // directly in it
  bool plain = true;      // it has no comment and no CDATA in its text, and no elements
};

/// Refuses another root than <tag>, with the type of model that reads it; `allowed` is one with it.
void require_root(XmlElement const& root, std::string const& tag, std::string const& file,
                  std::string const& allowed);

/// The elements of a text in the order of their beginnings, with references to characters resolved.
/// It is strict: what parsers could read in different ways, or not to the end, throws Error with
/// file and line: other control characters than white space, tags that do not match, references
/// to entities, declarations of a document type with more than a name, more than one root, more
/// than 200 elements within each other.
std::vector<XmlElement> xml_elements(std::string const& text, std::string const& file);

}  // namespace orthant
