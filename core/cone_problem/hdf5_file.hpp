// An HDF5 file opened for reading: integers and vectors by their paths.
#pragma once
#include <string>
#include <vector>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Whatever is not there, of another type or size, or cannot be read, throws Error.
class Hdf5File {
 public:
  explicit Hdf5File(std::string const& path);
  ~Hdf5File();
  Hdf5File(Hdf5File const&) = delete;
  Hdf5File& operator=(Hdf5File const&) = delete;

  bool has(std::string const& name) const;
  int integer(std::string const& name, int low, int high) const;
  std::vector<int> integers(std::string const& name) const;
  Vector reals(std::string const& name) const;
  /// Finite ones, `count` of them.
  Vector reals(std::string const& name, long count) const;

  std::string where(std::string const& name) const { return path_ + ":" + name; }

 private:
  template <class Array>
  Array array(std::string const& name, long native_type, int type_class) const;

  std::string path_;
  long file_ = -1;
};

}  // namespace orthant
