#pragma once
// A small file of "name value" lines that says how far a job is. It is replaced as a whole, so a
// process that is killed leaves the old one or the new one.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::cli {

// Where journals are kept that have no better place: $XDG_STATE_HOME/rowhouse or ~/.local/state/rowhouse,
// which is made if it is missing.
std::filesystem::path StateFolder();

class Journal {
 public:
  explicit Journal(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& Path() const { return path_; }
  // Reads the file. False when there is none. CommandError when it is not whole.
  bool Load();
  // CommandError when it cannot be written, or when the file holds something else than a journal.
  void Save() const;
  // Leaves a file alone that holds something else.
  void Remove() const;

  // The first value of `name`; empty without one.
  std::string Get(const std::string& name) const;
  std::uint64_t GetNumber(const std::string& name) const;
  std::vector<std::string> GetAll(const std::string& name) const;
  // In the place of the first one of that name, else after the others.
  void Set(const std::string& name, const std::string& value);
  void SetNumber(const std::string& name, std::uint64_t value) { Set(name, std::to_string(value)); }
  void Add(const std::string& name, const std::string& value) { lines_.emplace_back(name, value); }
  void Clear() { lines_.clear(); }

 private:
  std::filesystem::path path_;
  std::vector<std::pair<std::string, std::string>> lines_;
};

}  // namespace rowhouse::cli
