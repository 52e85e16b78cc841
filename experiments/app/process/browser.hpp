// A browser without a window, for pictures of pages.
#pragma once
#include <filesystem>
#include <string>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// A folder for files that are of no use afterwards.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Chromium, found by $PATH, spoken to by its DevTools protocol. It ends with this object, and with
/// this process. It draws by the processor, the same on each machine.
class Browser {
 public:
  /// `width`, `height` [pixels]. Throws Error if there is no such program, or if it does not start.
  Browser(int width, int height);
  ~Browser();
  Browser(Browser const&) = delete;
  Browser& operator=(Browser const&) = delete;

  /// Opens a file with `words` after the # of its address.
  void open(std::filesystem::path const& page, std::string const& words);
  /// The value of an expression on the page, once it is there if it is a promise. Throws Error with
  /// what the page throws.
  Json value(std::string const& expression);
  /// What the page looks like, as PNG.
  std::string picture();

 private:
  void start();
  void send(std::string const& text);
  std::string receive();
  Json call(char const* method, Json parameters);
  [[noreturn]] void fail(std::string const& what) const;

  ScratchFolder folder_;
  std::filesystem::path log_;
  int child_ = -1, socket_ = -1, number_ = 0;
  std::string session_, received_;
};

}  // namespace orthant
