// The HTML frame of a page's data and script.
#include "experiments/app/pages/page.hpp"

#include <nlohmann/json.hpp>

// The build generates an assembly source with the bundled scripts, byte by byte.
extern "C" {
extern char const orthant_report_begin[], orthant_report_end[];
extern char const orthant_replay_begin[], orthant_replay_end[];
extern char const orthant_fit_begin[], orthant_fit_end[];
extern char const orthant_view_begin[], orthant_view_end[];
}

namespace orthant {
namespace {

/// A script element ends at "</". In JSON, < occurs in strings only and is escaped.
std::string in_script(Json const& data) {
  std::string const text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (char const c : text) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

std::string escaped(std::string const& text) {
  std::string out;
  for (char const c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else
      out += c;
  }
  return out;
}

}  // namespace

bool have_pages() { return !report_script().empty(); }

std::string_view report_script() {
  return {orthant_report_begin, nth(orthant_report_end - orthant_report_begin)};
}
std::string_view replay_script() {
  return {orthant_replay_begin, nth(orthant_replay_end - orthant_replay_begin)};
}
std::string_view fit_script() {
  return {orthant_fit_begin, nth(orthant_fit_end - orthant_fit_begin)};
}
std::string_view view_script() {
  return {orthant_view_begin, nth(orthant_view_end - orthant_view_begin)};
}

std::string page(std::string const& title, Json const& data, std::string_view script) {
  std::string out = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<title>" + escaped(title) + "</title>\n</head>\n<body>\n";
  out += "<script id=\"data\" type=\"application/json\">" + in_script(data) + "</script>\n";
  out += "<script>";
  out += script;
  return out + "</script>\n</body>\n</html>\n";
}

}  // namespace orthant
