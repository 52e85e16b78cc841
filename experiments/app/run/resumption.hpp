// Which run a run may go on with.
#pragma once
#include <filesystem>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/carried.hpp"

namespace orthant {

/// What two processes must have in common to give the same bits: "configuration", "versions",
/// "device", the check sums of the files that were read, and one over the state and the measures of
/// the "start".
Json identity_of(Experiment const& e, Snapshot const& start, std::vector<Measures> const& measures);

/// Why runs of the experiment cannot go on; "" if they can.
std::string why_not_resumed(Experiment const& e);

/// Throws Error, with what differs, if a run of `there` is not one of `here`.
void require_same_run(Json const& there, Json const& here, std::string const& where);

/// The same of a search.
Json identity_of_search(Json const& configuration, Json const& device,
                        std::vector<std::filesystem::path> const& inputs);

/// The result of the run in a directory if it has ended, and not by a signal; else null. Throws
/// Error if it is not a run of `identity`.
Json ended_run(std::filesystem::path const& directory, Json const& identity);

/// The lengths of the files, which are cut to these lengths where the archive is read.
void carry_lengths(Carried& c, std::vector<std::filesystem::path> const& files);

}  // namespace orthant
