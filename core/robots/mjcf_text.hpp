// The elements of an MJCF and of the files that it includes, with their lines.
#pragma once
#include <functional>
#include <map>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

struct MjcfElement {
  std::string tag, file, in = {};  // of the element around
  int line = 0;
  std::map<std::string, std::string> attributes = {};
};

/// A model as text, from which MuJoCo's compiler keeps neither lines nor paths.
class MjcfText {
 public:
  /// Reads the file and what it includes. Throws Error for entities, for a file that is included
  /// twice, and for files that are not there or lie outside the folders of the model and of
  /// `search`: before MuJoCo opens any.
  MjcfText(std::string const& path, std::vector<std::string> const& search);

  std::string const& path() const { return path_; }
  /// Of all files that the compiler reads.
  std::uintmax_t bytes() const { return bytes_; }

  /// Where the element with that tag (one of several, separated by spaces; "IN/TAG": in an element
  /// IN) and name stands; with an empty name its `number`-th, if there are `count` of them outside
  /// of defaults; else the composite that makes it, else the model.
  FileSpot spot(std::string const& tags, std::string const& name, int number = 0,
                int count = 0) const;
  /// The first element of which that holds, of defaults too; nullptr: none.
  MjcfElement const* first(std::function<bool(MjcfElement const&)> const& holds) const;
  /// The first element with that attribute.
  FileSpot spot_of(std::string const& tag, std::string const& attribute) const;

  /// "path:line" of a message that says "line N" or "line = N", by the element that it names where
  /// there are several files or N is 0; the path alone if that may be several.
  std::string at_line(std::string const& said) const;

 private:
  void read(std::string const& path, std::vector<std::string> const& above);
  void include(MjcfElement const& e, std::vector<std::string> const& above);
  void check_files(std::vector<std::string> const& search);

  std::string path_;
  int files_ = 0;
  std::map<std::string, std::string> included_;  // files, and where
  std::uintmax_t bytes_ = 0;
  std::vector<MjcfElement> elements_;  // outside of <default>, in the order of the compiler
  std::vector<MjcfElement> defaults_;  // within
};

}  // namespace orthant
