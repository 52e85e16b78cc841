// Pages in one file: they need no network and no server.
#pragma once
#include <string>
#include <string_view>

#include "core/config/config.hpp"

namespace orthant {

/// Whether the build has them: it bundles their scripts with npm.
bool have_pages();

std::string_view report_script();
std::string_view replay_script();
std::string_view fit_script();
/// For node: draws the figures of a report, as node SCRIPT REPORT.html FOLDER.
std::string_view figures_script();

/// An HTML document that holds `data` as the JSON of its element #data, and runs `script`.
std::string page(std::string const& title, Json const& data, std::string_view script);

}  // namespace orthant
