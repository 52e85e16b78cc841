// Files that a model in SDF includes, found before sdformat opens any.
#pragma once
#include <map>
#include <sdf/sdf.hh>
#include <set>
#include <string>
#include <vector>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// What a model and what it includes are read from.
struct SdfIncludes {
  std::map<std::string, std::string> by_uri;  // a folder of a model, or a file
  std::vector<std::string> places;            // folders in which names are looked for
  std::string above;                          // in which that of model://NAME is looked for last
  std::set<std::string> files;                // without links
  std::vector<Unsupported> lacks;             // what sdformat would leave out without a word
  std::uintmax_t bytes = 0;  // of all files, as often as they are included, and more for each
};

/// Goes through a model and what it includes. Throws Error for what is no XML as xml_elements takes
/// it, for versions that SDF does not have, and for includes that go round, are too many, are not
/// there, or lie outside the folders of the model and of `search`, links followed.
SdfIncludes sdf_includes(std::string const& path, std::vector<std::string> const& search);

/// Lets sdformat find the files that were found.
void find_includes(SdfIncludes const& includes, sdf::ParserConfig& config);

/// Refuses what sdformat has read from another file.
void require_includes(sdf::ElementPtr const& root, SdfIncludes const& includes,
                      std::string const& path);

}  // namespace orthant
