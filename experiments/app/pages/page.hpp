// Pages in one file, which need no network and no server.
#pragma once
#include <string>
#include <string_view>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// Whether the build has pages: npm bundles their scripts.
bool have_pages();

std::string_view report_script();
std::string_view replay_script();
std::string_view fit_script();
std::string_view view_script();

/// An HTML document with `data` as the JSON of its element #data, which runs `script`.
std::string page(std::string const& title, Json const& data, std::string_view script);

}  // namespace orthant
