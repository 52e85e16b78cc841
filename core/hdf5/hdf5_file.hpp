// HDF5 files: arrays of numbers and texts by their paths, read and written.
#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace orthant {

/// Whether this build has HDF5. Where it has none, both classes below refuse every file.
bool have_hdf5();

/// An identifier of the library, closed at the end of its scope.
class Hdf5Handle {
 public:
  using Close = int (*)(std::int64_t);

  Hdf5Handle(std::int64_t id, Close by) : id_(id), close_(by) {}
  ~Hdf5Handle() { close(); }
  Hdf5Handle(Hdf5Handle const&) = delete;
  Hdf5Handle& operator=(Hdf5Handle const&) = delete;

  bool valid() const { return id_ >= 0; }
  operator std::int64_t() const { return id_; }
  /// False where the library could not, as where the disk is full.
  bool close() {
    std::int64_t const id = id_;
    id_ = -1;
    return id < 0 || close_(id) >= 0;
  }

 private:
  std::int64_t id_;
  Close close_;
};

/// Opened for reading. Whatever is not there, of another type or size, or cannot be read, throws
/// Error with the file's path and the name.
class Hdf5File {
 public:
  explicit Hdf5File(std::string const& path);

  bool has(std::string const& name) const;
  int integer(std::string const& name, int low, int high) const;
  std::vector<int> integers(std::string const& name) const;
  Eigen::VectorXd reals(std::string const& name) const;
  /// Finite ones, `count` of them.
  Eigen::VectorXd reals(std::string const& name, long count) const;
  /// Of variable length.
  std::vector<std::string> texts(std::string const& name) const;

  /// How many numbers an array of one axis has.
  std::size_t size(std::string const& name) const;
  /// `count` of them from `first` on, integers or not, into memory that has room for them.
  void read(std::string const& name, std::size_t first, std::size_t count, double* to) const;

  std::string where(std::string const& name) const { return path_ + ":" + name; }

 private:
  template <class Array>
  Array array(std::string const& name, std::int64_t native_type, int type_class) const;
  Hdf5Handle data_set(std::string const& name, char const* allowed) const;

  std::string path_;
  Hdf5Handle file_;
};

/// A new file; one that was there is replaced. Groups on the way to a name are made. What cannot be
/// written throws Error with the file's path and the name.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(std::string const& path);

  /// Of nothing as yet.
  void group(std::string const& name);
  void integers(std::string const& name, std::vector<std::int64_t> const& values);
  void reals(std::string const& name, std::vector<double> const& values);
  /// UTF-8, of variable length.
  void texts(std::string const& name, std::vector<std::string> const& values);
  /// What was written is complete then.
  void close();

 private:
  void array(std::string const& name, std::int64_t type, std::size_t size, void const* values);
  [[noreturn]] void fail(std::string const& name) const;

  std::string path_;
  Hdf5Handle file_, links_, text_;
};

/// A new file of arrays that grow at their ends; one that was there is replaced. What cannot be
/// written throws Error with the file's path and the name.
class Hdf5Appender {
 public:
  explicit Hdf5Appender(std::string const& path);

  /// Arrays of no item as yet; what stands for each in calls below.
  std::size_t add_integers(std::string const& name);
  std::size_t add_reals(std::string const& name);
  std::size_t add_texts(std::string const& name);

  void append(std::size_t array, std::vector<int> const& values);
  void append(std::size_t array, std::vector<double> const& values);
  void append(std::size_t array, std::vector<std::string> const& values);

  /// Hands what was written to the system: the file is whole then.
  void flush();
  void close();

 private:
  std::size_t add(std::string const& name, std::int64_t type);
  void append(std::size_t array, std::int64_t type, std::size_t count, void const* values);

  std::string path_;
  Hdf5Handle file_, chunks_, text_;
  std::deque<Hdf5Handle> arrays_;
  std::vector<std::uint64_t> sizes_;  // of these
};

}  // namespace orthant
