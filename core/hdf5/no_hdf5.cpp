// Refuses HDF5 files in builds without HDF5: the constructors throw.
#include "orthant/core/config/error.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

constexpr char const* without = "this build has no HDF5 (CMake option ORTHANT_HDF5)";

}  // namespace

bool have_hdf5() { return false; }

Hdf5File::Hdf5File(std::string const& path) : file_(-1, nullptr) {
  refuse(path, "an HDF5 file", std::string("text, as ") + without);
}
bool Hdf5File::has(std::string const&) const { return false; }
int Hdf5File::integer(std::string const&, int, int) const { return 0; }
std::vector<int> Hdf5File::integers(std::string const&) const { return {}; }
Eigen::VectorXd Hdf5File::reals(std::string const&) const { return {}; }
Eigen::VectorXd Hdf5File::reals(std::string const&, long) const { return {}; }
std::vector<std::string> Hdf5File::texts(std::string const&) const { return {}; }
std::size_t Hdf5File::size(std::string const&) const { return 0; }
void Hdf5File::read(std::string const&, std::size_t, std::size_t, double*) const {}

Hdf5Writer::Hdf5Writer(std::string const& path)
    : file_(-1, nullptr), links_(-1, nullptr), text_(-1, nullptr) {
  throw Error(path + ": not written, as " + without);
}
void Hdf5Writer::group(std::string const&) {}
void Hdf5Writer::integers(std::string const&, std::vector<std::int64_t> const&) {}
void Hdf5Writer::reals(std::string const&, std::vector<double> const&) {}
void Hdf5Writer::texts(std::string const&, std::vector<std::string> const&) {}
void Hdf5Writer::close() {}

Hdf5Appender::Hdf5Appender(std::string const& path, bool)
    : file_(-1, nullptr), chunks_(-1, nullptr), text_(-1, nullptr) {
  throw Error(path + ": not written, as " + without);
}
std::size_t Hdf5Appender::open(std::string const&, std::size_t) { return 0; }
std::size_t Hdf5Appender::add_integers(std::string const&) { return 0; }
std::size_t Hdf5Appender::add_reals(std::string const&) { return 0; }
std::size_t Hdf5Appender::add_texts(std::string const&) { return 0; }
void Hdf5Appender::append(std::size_t, std::vector<int> const&) {}
void Hdf5Appender::append(std::size_t, std::vector<double> const&) {}
void Hdf5Appender::append(std::size_t, std::vector<std::string> const&) {}
void Hdf5Appender::flush() {}
void Hdf5Appender::close() {}

}  // namespace orthant
