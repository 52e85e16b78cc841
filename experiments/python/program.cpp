// What the program does, without its printing: runs, checks, the schema and the catalogue.
#include <pybind11/stl.h>

#include "backends/backend.hpp"
#include "experiments/app/launch/launcher.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/references/reference.hpp"
#include "experiments/app/replay/recording.hpp"
#include "experiments/app/run/outcome.hpp"
#include "experiments/app/run/version.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/python/bind.hpp"
#include "experiments/python/input.hpp"
#include "experiments/python/working.hpp"

namespace py = pybind11;

namespace orthant::python {
namespace {

py::tuple run(std::string const& text, std::string const& path, Changes const& changes,
              std::string const& directory) {
  Json const input = read_input(text, path, changes);
  Json const result = working([&] {
    return build_runnable(input, path)->run({directory, [](int) { hear_interrupts(); }});
  });
  return py::make_tuple(result.dump(-1, ' ', false, Json::error_handler_t::replace),
                        exit_status(result), told_unsolved(result));
}

std::string check(std::string const& text, std::string const& path, Changes const& changes) {
  Json const input = read_input(text, path, changes);
  return working([&] { return build_runnable(input, path)->size(); });
}

std::vector<std::vector<std::string>> catalogue() {
  std::vector<std::vector<std::string>> out;
  for (auto const& e : catalog()) out.push_back({e.kind, e.name, e.about});
  for (auto const& [name, entry] : references().entries())
    out.push_back({"reference", name, entry.about});
  for (auto const& each : launchers()) out.push_back({"launcher", each.name, each.about});
  return out;
}

std::string replay_page(std::string const& directory) {
  if (!have_pages())
    throw Error("replay: this build has no pages: they take npm and node when it is built");
  Json const recording = read_recording(directory);
  return page(recording["experiment"].get<std::string>() + " · replay", recording, replay_script());
}

}  // namespace

void bind_program(py::module_& module) {
  module.def("run", &run, py::arg("text"), py::arg("path"), py::arg("changes"),
             py::arg("directory"), "result.json, the exit status, and what is not solved.");
  module.def("check", &check, py::arg("text"), py::arg("path"), py::arg("changes"));
  module.def("catalogue", &catalogue, "Rows of kind, name and a line.");
  module.def("schema", [] { return published_schema().dump(); });
  module.def("versions", [] { return versions().dump(); });
  module.def("have_pages", &have_pages);
  module.def("replay_page", &replay_page, py::arg("directory"));
}

}  // namespace orthant::python
