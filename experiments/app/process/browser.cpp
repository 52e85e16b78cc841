// The DevTools protocol over a socket: JSON texts, each with a zero byte at its end.
#include "experiments/app/process/browser.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "experiments/app/process/child.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

constexpr int patience = 120;  // with an answer [s]

std::string from_base64(std::string const& text) {
  static std::string const digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (char const c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    if ((count += 6) >= 8) out += static_cast<char>(bits >> (count -= 8) & 255u);
  }
  return out;
}

/// file:///path, with all but letters, digits and a few others as their codes.
std::string address_of(std::filesystem::path const& file) {
  static constexpr char hex[] = "0123456789ABCDEF";
  std::string out = "file://";
  for (char const c : std::filesystem::absolute(file).string()) {
    auto const code = static_cast<unsigned char>(c);
    if (std::isalnum(code) || std::strchr("/._-", c))
      out += c;
    else
      (out += '%') += {hex[code >> 4], hex[code & 15]};
  }
  return out;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "orthant_XXXXXX").string();
  if (!mkdtemp(name.data())) throw Error("no folder " + name + ": " + std::strerror(errno));
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Browser::Browser(int width, int height) : log_(folder_.path() / "log.txt") {
  start();
  auto const target = call("Target.createTarget", {{"url", "about:blank"}})["targetId"];
  session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})["sessionId"];
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

Browser::~Browser() {
  close(socket_);
  int status = 0;
  for (int k = 0; k < 100; ++k) {
    if (has_ended(child_, status)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  end_child(child_);
}

/// It reads descriptor 3 and writes to 4.
void Browser::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(std::string("no socket: ") + std::strerror(errno));
  socket_ = ends[0];
  int const theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  close(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, log_.c_str(), O_WRONLY | O_CREAT, 0600);
  for (int const each : {3, 4}) posix_spawn_file_actions_adddup2(&actions, theirs, each);
  std::vector<std::string> words = {"",
                                    "--headless=new",
                                    "--remote-debugging-pipe",
                                    "--use-gl=angle",
                                    "--use-angle=swiftshader",
                                    "--enable-unsafe-swiftshader",
                                    "--force-color-profile=srgb",
                                    "--hide-scrollbars",
                                    "--no-first-run",
                                    "--no-default-browser-check",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-dev-shm-usage",
                                    "--user-data-dir=" + (folder_.path() / "profile").string()};
  if (geteuid() == 0) words.emplace_back("--no-sandbox");  // it has none for root
  int error = ENOENT;
  for (char const* name : {"chromium", "chromium-browser", "google-chrome"}) {
    words.front() = name;
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    error = posix_spawnp(&child_, name, &actions, nullptr, argv.data(), environ);
    if (error != ENOENT) break;
  }
  posix_spawn_file_actions_destroy(&actions);
  close(theirs);
  if (error == 0) return;
  close(socket_);
  throw Error(error == ENOENT
                  ? "no program chromium, which draws pages: Debian has it as \"chromium\""
                  : std::string("chromium does not start: ") + std::strerror(error));
}

void Browser::fail(std::string const& what) const {
  auto const said = last_line(log_);
  throw Error("chromium " + what + (said.empty() ? "" : ": " + said));
}

void Browser::send(std::string const& text) {
  for (std::size_t done = 0; done <= text.size();) {  // with its zero byte
    auto const n = ::send(socket_, text.c_str() + done, text.size() + 1 - done, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) fail("has ended");
    if (n > 0) done += nth(n);
  }
}

std::string Browser::receive() {
  std::array<char, 65536> buffer;
  std::size_t looked_at = 0;
  for (;;) {
    if (auto const end = received_.find('\0', looked_at); end != received_.npos) {
      std::string out = received_.substr(0, end);
      received_.erase(0, end + 1);
      return out;
    }
    looked_at = received_.size();
    pollfd waiting{socket_, POLLIN, 0};
    int const ready = poll(&waiting, 1, 1000 * patience);
    if (ready == 0) fail("did not answer for " + std::to_string(patience) + " s");
    if (ready < 0 && errno == EINTR) continue;
    auto const n = read(socket_, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("has ended");
    received_.append(buffer.data(), nth(n));
  }
}

Json Browser::call(char const* method, Json parameters) {
  Json message = {{"id", ++number_}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  send(message.dump());
  for (;;) {
    Json answer = Json::parse(receive());
    if (!answer.contains("id") || answer["id"] != number_) continue;  // an event
    if (answer.contains("error"))
      fail("refuses " + std::string(method) + ": " + answer["error"].dump());
    return std::move(answer["result"]);
  }
}

void Browser::open(std::filesystem::path const& page, std::string const& words) {
  Json const opened = call("Page.navigate", {{"url", address_of(page) + "#" + words}});
  if (opened.contains("errorText"))
    fail("does not open the page: " + opened["errorText"].get<std::string>());
}

Json Browser::value(std::string const& expression) {
  Json const answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) {
    auto const& thrown = answer["exceptionDetails"];
    throw Error("an error on the page: " +
                thrown.value(Json::json_pointer("/exception/description"), thrown.dump()));
  }
  return answer["result"].value("value", Json());
}

std::string Browser::picture() {
  return from_base64(call("Page.captureScreenshot", {{"format", "png"}})["data"]);
}

}  // namespace orthant
