// A missing member takes a default; a member of a wrong type is an error with its path.
#include "experiments/app/files/members.hpp"

#include <nlohmann/json.hpp>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// Null if the member is missing.
Json const* member(Json const& object, char const* key, std::string const& where) {
  if (!object.is_object()) refuse(where, shown(object), "an object");
  auto const found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_member(std::string const& where, char const* key, Json const& found,
                                std::string const& allowed) {
  refuse(where + "/" + key, shown(found), allowed);
}

}  // namespace

std::string text_at(Json const& object, char const* key, std::string const& otherwise,
                    std::string const& where) {
  auto const* found = member(object, key, where);
  if (!found) return otherwise;
  if (!found->is_string()) refuse_member(where, key, *found, "a text");
  return found->get<std::string>();
}

Json object_at(Json const& object, char const* key, std::string const& where) {
  auto const* found = member(object, key, where);
  if (!found) return Json::object();
  if (!found->is_object()) refuse_member(where, key, *found, "an object");
  return *found;
}

int count_at(Json const& object, char const* key, int least, std::string const& where, int most) {
  auto const* found = member(object, key, where);
  if (!found) return 1;
  bool const fits =
      found->is_number_integer() && found->get<double>() >= least && found->get<double>() <= most;
  if (!fits)
    refuse_member(where, key, *found,
                  "an integer, " + std::to_string(least) + " to " + std::to_string(most));
  return found->get<int>();
}

}  // namespace orthant
