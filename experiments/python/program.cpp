// The functions of the program without its output: runs, checks, the schema and the catalogue.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "experiments/app/files/column_table.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/references/reference.hpp"
#include "experiments/app/replay/command.hpp"
#include "experiments/app/run/outcome.hpp"
#include "experiments/app/run/version.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/python/bind.hpp"
#include "experiments/python/input.hpp"
#include "experiments/python/working.hpp"
#include "orthant/backends/simulation/backend.hpp"

namespace py = pybind11;

namespace orthant::python {
namespace {

py::tuple run(std::string const& text, std::string const& path, Changes const& changes,
              std::string const& directory) {
  Json const input = read_input(text, path, changes);
  std::vector<std::string> warnings;
  Json const result = working([&] {
    auto const experiment = build_runnable(input, path);
    warnings = experiment->warnings();
    return experiment->run({directory, [](RunProgress const&) { hear_interrupts(); }});
  });
  return py::make_tuple(result.dump(-1, ' ', false, Json::error_handler_t::replace),
                        exit_status(result), told_unsolved(result), warnings);
}

std::pair<std::string, std::vector<std::string>> check(std::string const& text,
                                                       std::string const& path,
                                                       Changes const& changes) {
  Json const input = read_input(text, path, changes);
  return working([&] {
    auto const experiment = build_runnable(input, path);
    return std::pair(experiment->size(), experiment->warnings());
  });
}

std::vector<std::vector<std::string>> catalogue() {
  std::vector<std::vector<std::string>> out;
  for (auto const& e : catalog()) out.push_back({e.kind, e.name, e.about});
  for (auto const& [name, entry] : references().entries())
    out.push_back({"reference", name, entry.about});
  return out;
}

/// Arrays of numbers, and of texts.
py::dict read_columns(std::string const& path) {
  ColumnReader table(path);
  auto const count = static_cast<py::ssize_t>(table.rows());
  std::vector<py::array_t<double>> numbers;
  std::vector<py::list> texts;
  for (std::size_t k = 0; k < table.columns().size(); ++k) {
    numbers.emplace_back(table.is_text(static_cast<int>(k)) ? 0 : count);
    texts.emplace_back();
  }
  for (py::ssize_t row = 0; table.next(); ++row)
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (int const column = static_cast<int>(k); table.is_text(column))
        texts[k].append(std::string(table.text(column)));
      else
        numbers[k].mutable_at(row) = table.number(column);
  py::dict out;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    py::str const name = table.columns()[k];
    if (table.is_text(static_cast<int>(k)))
      out[name] = texts[k];
    else
      out[name] = numbers[k];
  }
  return out;
}

}  // namespace

void bind_program(py::module_& module) {
  module.def("run", &run, py::arg("text"), py::arg("path"), py::arg("changes"),
             py::arg("directory"),
             "result.json, the exit status, what is not solved, and what is probably not meant.");
  module.def("check", &check, py::arg("text"), py::arg("path"), py::arg("changes"));
  module.def("read_columns", &read_columns, py::arg("path"), "A table of a run in an HDF5 file.");
  module.def("catalogue", &catalogue, "Rows of kind, name and a line.");
  module.def("schema", [] { return published_schema().dump(); });
  module.def("versions", [] { return versions().dump(); });
  module.def("have_pages", &have_pages);
  module.def(
      "replay_page", [](std::string const& directory) { return replay_page(directory); },
      py::arg("directory"));
}

}  // namespace orthant::python
