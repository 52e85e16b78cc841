// What is in a figure, before anything is known of its size or of the program that draws it.
#pragma once
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace orthant::figures {

struct Mark {
  double x = 0, y = 0;
  double low = std::nan(""), high = std::nan("");  // quartiles of y; NaN: none
  bool unsolved = false;                           // crossed out
};

struct Curve {
  std::string name;             // in the legend; "": none
  std::vector<Mark> marks;      // in the order in which a line joins them
  std::vector<Mark> dots = {};  // small and not joined: values of which the marks are medians
  bool joined = true;
  bool stairs = false;  // constant up to the next mark, without markers
};

struct Axis {
  std::string label;  // with its unit in brackets
  bool log = false;
  bool zero = false;                         // a logarithmic one has a place for 0, behind a gap
  bool from_zero = false;                    // a linear one begins at 0
  bool tight = false;                        // it ends at the data
  std::vector<std::string> categories = {};  // names of 0, 1, 2, …
  std::vector<double> swept = {};  // a few chosen values: of a logarithmic one they are the ticks
  double least = std::nan(""), most = std::nan("");  // of all panels that share it; NaN: of its own
};

/// A value for each pair of categories of both axes.
struct HeatMap {
  std::vector<std::vector<double>> rows;  // from below; NaN: no value
  std::string label;
  bool log = false;
  double least = 0, most = 0;  // of the scale, which panels share
  std::vector<std::pair<std::size_t, std::size_t>> unsolved = {};  // crossed out: column, row
};

struct Panel {
  Axis x, y;
  std::vector<Curve> curves;
  std::optional<HeatMap> map = {};
  std::optional<double> level = {};     // a thin horizontal line, such as a tolerance
  std::optional<double> upright = {};   // a thin vertical line, such as a critical value
  std::string about = "";               // what tells it from its neighbours
  std::vector<std::string> notes = {};  // what the terminal says of it
};

struct Figure {
  std::vector<Panel> panels;
  double width = 88;  // [mm]
  double height = 0;  // [mm]; 0: by the panels
  int columns = 0;    // panels beside each other; 0: by the width
};

}  // namespace orthant::figures
