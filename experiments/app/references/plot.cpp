// Draws with gnuplot; its script stays next to the figure, so that it can be drawn again.
#include "experiments/app/references/plot.hpp"

#include <fstream>

#include "experiments/app/process/external.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {
namespace {

/// Quotes a text for gnuplot: in single quotes only the quote itself is special.
std::string quoted(std::string const& text) {
  std::string out = "'";
  for (char const c : text) out.append(c == '\'' ? 2 : 1, c);
  return out + "'";
}

}  // namespace

void plot_motion(std::filesystem::path const& directory, std::string const& name,
                 std::string const& title) {
  auto const script = directory / (name + ".gp");
  std::ofstream(script) << "set terminal svg size 900,640 font 'sans,13' background 'white'\n"
                        << "set output " << quoted(name + ".svg") << "\n"
                        << "set datafile separator ','\n"
                        << "set multiplot layout 2,1 title "
                        << quoted("Measured and simulated, " + title) << " noenhanced\n"
                        << "set grid lc rgb '#dddddd'\nset key outside right\n"
                        << "set ylabel 'position [m]'\n"
                        << "f = " << quoted(name + ".csv") << "\n"
                        << "plot for [i=2:4] f using 1:i every ::1 with points pt 6 ps 0.5 lc i-1 "
                           "title word('x y z', i-1).' measured', \\\n"
                        << "     for [i=5:7] f using 1:i every ::1 with lines lw 2 lc i-4 "
                           "title word('x y z', i-4).' simulated'\n"
                        << "set xlabel 'time [s]'\nset ylabel 'position error [% of width]'\n"
                        << "set y2label 'rotation error [degree]'\nset y2tics\n"
                        << "plot f using 1:8 every ::1 with lines lw 2 lc 1 title 'position', \\\n"
                        << "     f using 1:9 every ::1 axes x1y2 with lines lw 2 lc 2 title "
                           "'rotation'\n"
                        << "unset multiplot\n";
  auto const status = run_external(
      {.arguments = {"gnuplot", name + ".gp"}, .directory = directory, .errors = false});
  if (status != 0)
    say_line("warning: " + name +
             ".svg was not drawn: gnuplot is missing or failed; its script is " + script.string());
}

}  // namespace orthant
