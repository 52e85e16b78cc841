// Commands of what experiments are made of: solve, import, new, list, schema and completion.
#include <memory>

#include "experiments/app/cli/command_words.hpp"
#include "experiments/app/cli/commands.hpp"
#include "experiments/app/cli/completion.hpp"
#include "experiments/app/cli/solve_command.hpp"
#include "experiments/app/import/import_command.hpp"
#include "experiments/app/new_plugin/new_command.hpp"
#include "experiments/app/problems/problem_kinds.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/backends/cone_solvers.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

Command add_solve(CLI::App& program) {
  auto& app = add_command(program, "solve", "solve stored problems of frictional contact",
                          "orthant solve problem.dat");
  auto const solve = std::make_shared<SolveCommand>();
  app.add_option("problem", solve->problems, "files: text or FCLIB")->required();
  app.add_option("--kind", solve->kind, "contact, or lcp or mixed_lcp (without friction)")
      ->check(CLI::IsMember(problem_kinds()));
  app.add_option("--config", solve->config, "the solver (JSON) [{\"type\": \"hybrid\"}]");
  add_assignments(app, solve->assignments);
  app.add_flag("--json", solve->as_json, "one JSON object a problem, each on a line");
  return with_kokkos(app, [solve] { return solve_command(*solve, stored_problem_solvers()); });
}

Command add_import(CLI::App& program) {
  auto& app = add_command(program, "import", "write a model of a robot as a plain experiment",
                          "orthant import robot.urdf -o robot.json");
  auto const import = std::make_shared<ImportCommand>();
  app.add_option("model", import->file, "a model in URDF, MJCF or SDF")->required();
  app.add_option("--output,-o", import->output, "the experiment [MODEL.json]");
  app.add_option("--type", import->type, "of the model [by its first element]")
      ->check(CLI::IsMember({"urdf", "mjcf", "sdf"}));
  add_assignments(app, import->assignments);
  return with_kokkos(app, [import] { return import_command(*import); });
}

Command add_new(CLI::App& program) {
  auto& app =
      add_command(program, "new", "write a plug-in to begin from, with a program and a test",
                  "orthant new ncp my_function");
  auto const begin = std::make_shared<NewCommand>();
  app.add_option("kind", begin->kind, comma_separated(kinds_of_new()))
      ->required()
      ->check(CLI::IsMember(kinds_of_new()));
  app.add_option("name", begin->name, "of the plug-in: small letters, digits and _")->required();
  app.add_option("--output,-o", begin->directory, "the folder [NAME]");
  return with_kokkos(app, [begin] { return new_command(*begin); });
}

Command add_list(CLI::App& program) {
  auto& app = add_command(program, "list", "list the plug-ins by kind", "orthant list --json");
  auto const chosen = std::make_shared<ListForm>(ListForm::text);
  auto const in_form = [chosen](ListForm form) {
    return [chosen, form](std::int64_t) { *chosen = form; };
  };
  app.add_flag("--json", in_form(ListForm::json), "as JSON");
  app.add_flag("--markdown", in_form(ListForm::page), "as a page: docs/plugins.md")
      ->excludes("--json");
  app.add_flag("--default-solver", in_form(ListForm::default_solver),
               "the solvers that the default solver asks in turn, as a table")
      ->excludes("--json")
      ->excludes("--markdown");
  return with_kokkos(app, [chosen] { return list_command(*chosen); });
}

Command add_schema(CLI::App& program) {
  auto& app = add_command(program, "schema", "the JSON Schema of experiment files, for editors",
                          "orthant schema --reference");
  auto const chosen = std::make_shared<SchemaForm>(SchemaForm::schema);
  auto const in_form = [chosen](SchemaForm form) {
    return [chosen, form](std::int64_t) { *chosen = form; };
  };
  app.add_flag("--reference", in_form(SchemaForm::reference), "the same as tables in Markdown");
  app.add_flag("--metrics", in_form(SchemaForm::metrics),
               "the metrics and the columns of steps.csv, as tables")
      ->excludes("--reference");
  return with_kokkos(app, [chosen] { return schema_command(*chosen); });
}

Command add_completion(CLI::App& program) {
  auto& app = add_command(program, "completion", "what a shell completes of these commands",
                          "source <(orthant completion bash)");
  auto const shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash or zsh")->required();
  return {&app, [shell, &program](auto const&) {
            print("{}", completion_script(program, *shell));
            return 0;
          }};
}

}  // namespace orthant
