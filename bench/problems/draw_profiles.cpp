// The drawing is gnuplot's; its script stays beside the figure, so that it can be redone.
#include "bench/problems/draw_profiles.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/config/error.hpp"

namespace orthant {
namespace {

void close(std::ofstream& file, std::string const& path) {
  file.close();
  if (!file) throw Error(path + ": could not be written");
}

/// A row at every factor where some profile steps, and one at the right border.
void write_steps(std::vector<Profile> const& profiles, std::string const& path, double last) {
  std::set<double> factors = {1, last};
  for (auto const& p : profiles) factors.insert(p.ratios.begin(), p.ratios.end());
  std::ofstream file(path);
  file << "factor";
  for (auto const& p : profiles) file << ',' << p.solver;
  file << '\n';
  for (double const factor : factors) {
    file << fmt::format("{}", factor);
    for (auto const& p : profiles) file << fmt::format(",{}", p.share(factor));
    file << '\n';
  }
  close(file, path);
}

/// Names with a slash are another library's: their lines are dashed.
void write_script(std::vector<Profile> const& profiles, std::string const& title,
                  std::string const& path, std::string const& name, double last) {
  std::ofstream file(path);
  file << "set datafile separator ','\n"
       << "set title '" << title << "' noenhanced\nset grid lc rgb '#dddddd'\n"
       << "set logscale x\nset xrange [1:" << last << "]\nset yrange [0:1.02]\n"
       << "set xlabel 'CPU time, over that of the fastest solver of the problem'\n"
       << "set ylabel 'share of the problems solved'\n"
       << "set key outside right noenhanced\n";
  for (char const* terminal : {"svg size 900,480 font 'sans,13' background 'white'",
                               "pngcairo size 1350,720 font ',16'"}) {
    std::string const ending = terminal[0] == 's' ? ".svg" : ".png";
    file << "set terminal " << terminal << "\nset output '" << name << ending << "'\nplot ";
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      bool const other = profiles[i].solver.find('/') != std::string::npos;
      file << (i == 0 ? "" : ", \\\n     ")
           << fmt::format("'{}.csv' using 1:{} every ::1 with steps lc {} lw {} dt {} title '{}'",
                          name, i + 2, i + 1, other ? 1.5 : 3, other ? 2 : 1, profiles[i].solver);
    }
    file << "\nunset output\n";
  }
  close(file, path);
}

}  // namespace

bool draw_profiles(std::vector<Profile> const& profiles, std::string const& title,
                   std::string const& folder, std::string const& name) {
  std::filesystem::create_directories(folder);
  double last = 10;
  for (auto const& p : profiles)
    if (!p.ratios.empty()) last = std::max(last, 1.1 * p.ratios.back());
  write_steps(profiles, folder + "/" + name + ".csv", last);
  write_script(profiles, title, folder + "/" + name + ".gp", name, last);
  auto const command = "command -v gnuplot >/dev/null 2>&1 && cd '" + folder + "' && gnuplot '" +
                       name + ".gp' 2>/dev/null";
  return std::system(command.c_str()) == 0;
}

}  // namespace orthant
