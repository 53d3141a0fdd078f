#pragma once
// A text that the user edits.

#include <filesystem>
#include <string>
#include <string_view>

namespace rowhouse::cli {

// A file in $TMPDIR, else /tmp, that only its owner can read. It is removed at the end unless it is
// to be kept.
class EditedFile {
 public:
  // std::runtime_error: the file cannot be written.
  explicit EditedFile(std::string_view text);
  EditedFile(const EditedFile&) = delete;
  EditedFile& operator=(const EditedFile&) = delete;
  ~EditedFile();

  const std::filesystem::path& Path() const { return path_; }
  // Runs $VISUAL, else $EDITOR, else vi, and returns what the file holds then.
  // Ctrl-C is the editor's meanwhile. std::runtime_error: the editor cannot be started or reports a
  // failure; if it has changed the text, the file is kept and the message names it.
  std::string Edit();
  void Keep() { is_kept_ = true; }

 private:
  const std::string text_;  // before it is edited
  std::filesystem::path path_;
  bool is_kept_ = false;
};

}  // namespace rowhouse::cli
