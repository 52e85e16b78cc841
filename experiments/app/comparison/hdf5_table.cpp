// Columns to data sets, through the C interface of HDF5.
#include "experiments/app/comparison/hdf5_table.hpp"

#include <hdf5.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include "core/config/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// An identifier that is closed at the end of its scope.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
    if (id < 0) throw Error("cases.h5: could not be written");
  }
  ~Handle() { close_(id_); }
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// The cells as numbers, those without a value as `none`; nothing where one is no such number.
template <class T>
std::optional<std::vector<T>> numbers(std::vector<std::string> const& cells,
                                      std::optional<T> none) {
  std::vector<T> out;
  for (auto const& cell : cells) {
    T value{};
    auto const end = cell.data() + cell.size();
    if (cell.empty() && none)
      value = *none;
    else if (std::from_chars(cell.data(), end, value).ptr != end || cell.empty())
      return {};
    out.push_back(value);
  }
  return out;
}

/// Names are always text, even those that look like numbers.
bool is_text(std::string const& column, std::vector<std::string> const& cells) {
  for (char const* name : {"case", "experiment", "status", "error", "exit_reason", "reason"})
    if (column == name) return true;
  return std::all_of(cells.begin(), cells.end(), [](auto const& each) { return each.empty(); });
}

/// Without the line that a case was writing when it was killed; nothing where there is no header.
std::optional<Table> whole_rows(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  auto const end = text.str().rfind('\n');
  if (end == std::string::npos) return {};
  return from_csv(text.str().substr(0, end + 1), path.string());
}

class Hdf5Writer {
 public:
  explicit Hdf5Writer(fs::path const& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose),
        links_(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
        text_(H5Tcopy(H5T_C_S1), H5Tclose) {
    H5Pset_create_intermediate_group(links_, 1);
    H5Tset_size(text_, H5T_VARIABLE);
    H5Tset_cset(text_, H5T_CSET_UTF8);
  }

  void table(std::string const& group, Table const& table) {
    Handle const made(H5Gcreate2(file_, group.c_str(), links_, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      std::vector<std::string> cells;
      for (auto const& row : table.rows) cells.push_back(row[c]);
      std::string name = table.columns[c];
      std::replace(name.begin(), name.end(), '/', '.');  // it would be another group
      column(made, name, cells);
    }
  }

 private:
  void column(hid_t group, std::string const& name, std::vector<std::string> const& cells) {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    if (!is_text(name, cells)) {
      if (auto const found = numbers<std::int64_t>(cells, {}))
        return write(group, name, H5T_NATIVE_INT64, *found);
      if (auto const found = numbers<double>(cells, nan))
        return write(group, name, H5T_NATIVE_DOUBLE, *found);
    }
    std::vector<char const*> strings;
    for (auto const& cell : cells) strings.push_back(cell.c_str());
    write(group, name, text_, strings);
  }

  template <class T>
  void write(hid_t group, std::string const& name, hid_t type, std::vector<T> const& values) {
    hsize_t const size = values.size();
    Handle const space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    Handle const data(
        H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    if (size > 0 && H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      throw Error("cases.h5: could not be written");
  }

  Handle file_, links_, text_;
};

}  // namespace

bool have_hdf5() { return true; }

void write_hdf5(fs::path const& directory, Table const& table) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are ours to report
  auto const file = directory / "cases.h5", part = directory / "cases.h5.part";
  {
    Hdf5Writer writer(part);
    writer.table("cases", table);
    for (auto const& row : table.rows)
      for (char const* history : {"steps", "newton"}) {
        auto const path = directory / "cases" / row.front() / (std::string(history) + ".csv");
        if (auto const rows = whole_rows(path))
          writer.table("history/" + row.front() + "/" + history, *rows);
      }
  }
  fs::rename(part, file);
}

}  // namespace orthant
