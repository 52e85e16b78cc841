// Numbers of an experiment that have a name: "parameters": {"mu": 0.3}, and "$mu" where it stands.
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace orthant {

using Json = nlohmann::json;

/// The experiment with its parameters in place of texts with "$": "$mu" becomes the value, and
/// "$mu * 2" the number. In "metrics" and "search", whose texts are expressions of other things
/// too, the number stands in the text. "sweep" and "fit" stay, as what they change is read
/// afterwards. Messages name `path`. Throws Error for a name that is unknown or not used.
Json with_parameters(Json input, std::string const& path);

/// What a result says of parameters: their values as "parameters", and as "written" the experiment,
/// in which they have names. An empty object if there are none.
Json parameters_of(Json const& written, Json const& with_values);

/// Changes an experiment at these dotted paths. Parameters that had uses before, and whose last use
/// is replaced, are left out, unless the paths name them. `places` of the paths in the file: there
/// a path is refused whose parameter the experiment neither had nor uses then.
void change_at(Json& input, std::vector<std::string> const& paths,
               std::function<void()> const& change, std::vector<std::string> const& places = {});

/// Changes it by `--set` assignments. Throws Error.
void change_by(Json& input, std::vector<std::string> const& assignments);

/// The dotted paths at which a parameter stands, also within other parameters.
std::vector<std::string> places_of(Json const& input, std::string const& name);

/// Those of them at which it stands alone, as "$mu".
std::vector<std::string> places_alone(Json const& input, std::string const& name);

/// "mu" of "parameters.mu"; "" of another path.
std::string parameter_of(std::string const& path);

}  // namespace orthant
