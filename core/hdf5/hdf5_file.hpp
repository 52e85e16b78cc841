// Reads and writes HDF5 files: arrays of numbers and texts by their paths.
#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace orthant {

/// Whether this build has HDF5. Without it the classes below refuse every file.
bool have_hdf5();

/// An identifier of the library, closed at the end of the scope.
class Hdf5Handle {
 public:
  using Close = int (*)(std::int64_t);  // a function of the library; negative: it failed

  /// `id` is negative if the library has failed to make it.
  Hdf5Handle(std::int64_t id, Close by) : id_(id), close_(by) {}
  ~Hdf5Handle() { close(); }
  Hdf5Handle(Hdf5Handle const&) = delete;
  Hdf5Handle& operator=(Hdf5Handle const&) = delete;

  /// Whether the library has made it, and it is not closed.
  bool valid() const { return id_ >= 0; }
  /// The identifier, for calls of the library.
  operator std::int64_t() const { return id_; }
  /// False if the library failed, for example because the disk is full.
  bool close() {
    std::int64_t const id = id_;
    id_ = -1;
    return id < 0 || close_(id) >= 0;
  }

 private:
  std::int64_t id_;
  Close close_;
};

/// A file open for reading. Throws Error, with the path of the file and the name, for data that are
/// missing, of another type or size, or unreadable.
class Hdf5File {
 public:
  /// Throws Error for what is no whole HDF5 file.
  explicit Hdf5File(std::string const& path);

  /// Whether the file has a data set or a group of this path, such as "/a/b".
  bool has(std::string const& name) const;
  /// The one integer of an array, from `low` to `high`, both included.
  int integer(std::string const& name, int low, int high) const;
  /// All integers of an array, of more than one axis row by row.
  std::vector<int> integers(std::string const& name) const;
  /// All floating-point numbers of an array, also those that are not finite.
  Eigen::VectorXd reals(std::string const& name) const;
  /// Likewise, `count` finite numbers.
  Eigen::VectorXd reals(std::string const& name, long count) const;
  /// Texts of variable length.
  std::vector<std::string> texts(std::string const& name) const;

  /// The length of an array with one axis.
  std::size_t size(std::string const& name) const;
  /// Reads `count` numbers from `first` on, integers or reals, into memory of sufficient size.
  void read(std::string const& name, std::size_t first, std::size_t count, double* to) const;

  /// "PATH:NAME", for messages.
  std::string where(std::string const& name) const { return path_ + ":" + name; }

 private:
  template <class Array>
  Array array(std::string const& name, std::int64_t native_type, int type_class) const;
  Hdf5Handle data_set(std::string const& name, char const* allowed) const;

  std::string path_;
  Hdf5Handle file_;
};

/// Writes a new file and replaces an existing one. Groups in a name are created. Throws Error, with
/// the path of the file and the name, if writing fails.
class Hdf5Writer {
 public:
  /// Creates the file.
  explicit Hdf5Writer(std::string const& path);

  /// Creates an empty group.
  void group(std::string const& name);
  /// 64-bit integers along one axis.
  void integers(std::string const& name, std::vector<std::int64_t> const& values);
  /// Floating-point numbers of 64 bits along one axis.
  void reals(std::string const& name, std::vector<double> const& values);
  /// UTF-8 texts of variable length, along one axis.
  void texts(std::string const& name, std::vector<std::string> const& values);
  /// Completes and closes the file.
  void close();

 private:
  void array(std::string const& name, std::int64_t type, std::size_t size, void const* values);
  [[noreturn]] void fail(std::string const& name) const;

  std::string path_;
  Hdf5Handle file_, links_, text_;
};

/// Writes a file of growing arrays: a new one, which replaces an existing one, or goes on with one.
/// Throws Error, with the path of the file and the name, if writing fails.
class Hdf5Appender {
 public:
  /// Creates the file; if not `anew`, opens the one that is there.
  explicit Hdf5Appender(std::string const& path, bool anew = true);

  /// Adds an empty array of 32-bit integers. Returns its index for the calls below.
  std::size_t add_integers(std::string const& name);
  /// Likewise, of floating-point numbers of 64 bits.
  std::size_t add_reals(std::string const& name);
  /// Likewise, of UTF-8 texts of variable length.
  std::size_t add_texts(std::string const& name);

  /// An array that the file has, cut to its first `size` entries. Returns its index.
  std::size_t open(std::string const& name, std::size_t size);

  /// Adds values at the end of an array of integers, by its index.
  void append(std::size_t array, std::vector<int> const& values);
  /// Adds values at the end of an array of floating-point numbers, by its index.
  void append(std::size_t array, std::vector<double> const& values);
  /// Adds values at the end of an array of texts, by its index.
  void append(std::size_t array, std::vector<std::string> const& values);

  /// Passes the data to the operating system; the file is then complete.
  void flush();
  /// Closes the file, after which no call is allowed.
  void close();

 private:
  std::size_t add(std::string const& name, std::int64_t type);
  void append(std::size_t array, std::int64_t type, std::size_t count, void const* values);

  std::string path_;
  Hdf5Handle file_, chunks_, text_;
  std::deque<Hdf5Handle> arrays_;
  std::vector<std::uint64_t> sizes_;  // current sizes
};

}  // namespace orthant
