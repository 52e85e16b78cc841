// The cases of a directory as a figure looks at them: what was varied, and numbers by name.
#pragma once
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orthant::figures {

using Json = nlohmann::json;

struct StudyCase {
  Json entry;  // as read_comparison has it
  std::filesystem::path directory;
  std::map<std::string, Json> settings;       // values of the keys, with names for rows of zips
  bool ran = false, solved = true;            // solved: no step or problem is left unsolved
  std::map<std::string, double> errors = {};  // by measure_errors
  std::string solver = "";                    // its type; "": no result says it

  std::string id() const { return entry["case"].get<std::string>(); }
};

/// Something that differs between cases.
struct StudyKey {
  std::string path;
  std::vector<Json> values = {};  // sorted if they are numbers
  bool numeric = true;
  bool of_problem = false;  // of the scene, not of the method
  bool refines = false;     // its values go to a limit, in which errors vanish
};

/// Cases with the same values of some keys.
struct StudyGroup {
  std::string label;
  std::map<std::string, Json> settings;
  std::vector<StudyCase const*> cases;
};

class Study {
 public:
  /// What compare or run wrote, or any table: a CSV file whose rows are cases, whose columns of
  /// texts and those named in `keys` say what was varied, and whose other numbers are metrics.
  /// `where`: "path=value", only the cases that have it; `keys` are keys even if they have one
  /// value there. Throws Error.
  Study(std::filesystem::path directory, std::vector<std::string> const& where,
        std::vector<std::string> const& keys = {});

  std::filesystem::path const& directory() const { return directory_; }
  std::string const& name() const { return name_; }
  std::vector<StudyCase> const& cases() const { return cases_; }
  std::vector<StudyKey> const& keys() const { return keys_; }
  bool is_run() const { return cases_.size() == 1; }
  /// How many cases have no result.
  std::size_t without_result() const;

  /// The key of a path or of its last word. Throws Error with the nearest.
  StudyKey const& key(std::string const& path, char const* option = "--against") const;
  /// The file of the first experiment, to ask for units.
  Json const& input() const { return input_; }
  /// What result.json says of a search; null of other runs.
  Json const& search() const { return search_; }

  /// Groups of cases that ran, equal in all keys but these.
  std::vector<StudyGroup> groups(std::vector<std::string> const& without) const;

  /// The full name of a number that some case has: aliases resolved, "a/b" for a ratio. Throws
  /// Error with the nearest names.
  std::string quantity(std::string const& name, std::string const& option) const;
  std::optional<double> value(StudyCase const& each, std::string const& quantity) const;
  /// The quantity with its unit, as on an axis.
  std::string label(std::string const& quantity) const;
  /// Whether no case has a solver that is known to be another than Newton's method.
  bool is_newton() const;
  /// An error that the cases have from a reference; "" if none.
  std::string reference_error() const;
  /// Whether it is an error, which an exact solution has not.
  static bool is_error(std::string const& quantity);
  /// The names of what decides: the critical value of searches, an error, metrics of one's own.
  std::vector<std::string> deciding() const;

  /// Gives cases an error and returns its name: how far bodies end from where they do in the finest
  /// case of the same method, or in the case of this name; of a quantity, the difference from its
  /// value there. The case itself has none.
  std::string measure_errors(std::string const& reference, std::string const& quantity = "");

 private:
  void read_cases(Json& data);
  void read_table(std::vector<std::string> const& keys);
  void choose(std::vector<std::string> const& where);
  void find_keys(Json const& data, std::vector<std::string> const& named);
  std::vector<std::string> quantities() const;

  std::filesystem::path directory_;
  std::string name_;
  Json input_, search_;
  std::string reference_ = "finest case";  // of errors
  std::vector<StudyCase> cases_;
  std::vector<StudyKey> keys_;
  std::vector<std::string> numbers_;               // columns of a table that may be keys
  std::map<std::string, std::string> stands_for_;  // other paths of a zip: the one that is a key
};

}  // namespace orthant::figures
