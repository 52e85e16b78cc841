// Reads SDF by sdformat, which resolves poses, frames and includes.
#include <ignition/math/Pose3.hh>
#include <mutex>
#include <sdf/sdf.hh>
#ifdef ORTHANT_HAVE_CONSOLE_BRIDGE
#include <console_bridge/console.h>
#endif

#include "core/config/error.hpp"
#include "core/config/visible.hpp"
#include "core/robots/model_files.hpp"
#include "core/robots/readers.hpp"
#include "core/robots/sdf_files.hpp"
#include "core/robots/sdf_models.hpp"
#include "core/robots/sdf_notes.hpp"

namespace orthant {
namespace {

/// sdformat's errors with the place of the first.
[[noreturn]] void refuse_sdf(std::string const& path, sdf::Errors const& errors) {
  FileSpot spot{path, 0, ""};
  if (auto const file = errors.front().FilePath(); file && file->find('<') == file->npos)
    spot.file = *file;
  if (auto const line = errors.front().LineNumber()) spot.line = *line;
  std::string said;
  std::size_t count = 0;
  for (auto const& each : errors) {
    if (++count > 5) break;
    said += (said.empty() ? "" : "; ") + each.Message();
  }
  for (auto& c : said)
    if (c == '\n') c = ' ';
  refuse(where(spot), visible("a model of which sdformat says: " + said), "a model in SDF");
}

/// Speaks through errors alone, as does urdfdom, to which sdformat turns with what is no SDF.
class QuietSdformat {
 public:
  QuietSdformat() : guard_(mutex_) {
    sdf::Console::Instance()->SetQuiet(true);
#ifdef ORTHANT_HAVE_CONSOLE_BRIDGE
    console_bridge::noOutputHandler();
#endif
  }
  ~QuietSdformat() {
    sdf::Console::Instance()->SetQuiet(false);
#ifdef ORTHANT_HAVE_CONSOLE_BRIDGE
    console_bridge::restorePreviousOutputHandler();
#endif
  }

 private:
  static inline std::mutex mutex_;
  std::lock_guard<std::mutex> guard_;
};

}  // namespace

Robot read_sdf(std::string const& path, std::vector<std::string> const& search) {
  auto const includes = sdf_includes(path, search);
  QuietSdformat const quiet;
  sdf::ParserConfig config;
  config.SetWarningsPolicy(sdf::EnforcementPolicy::LOG);
  config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::LOG);
  auto const found = [&](std::string const& uri) {
    auto const at = includes.find(uri);
    return at == includes.end() ? std::string() : at->second;
  };
  for (auto const& [uri, model] : includes) {
    if (!uri.starts_with("model://")) continue;
    // NAME lies in the folder that is left when NAME is taken from the path of the model.
    config.AddURIPath("model://", model.substr(0, model.size() - (uri.size() - 8)));
  }
  config.SetFindCallback(found);
  sdf::Root root;
  sdf::Errors errors;
  try {
    errors = root.Load(path, config);
  } catch (std::exception const& e) {
    refuse(path, visible("a model of which sdformat says: " + std::string(e.what())),
           "a model in SDF");
  }
  if (!errors.empty()) refuse_sdf(path, errors);
  Robot robot;
  note_sdf(root.Element(), path, robot);
  add_sdf_models(root, path, search, robot);
  return robot;
}

bool has_sdf() { return true; }

}  // namespace orthant
