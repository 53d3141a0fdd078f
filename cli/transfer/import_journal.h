#pragma once
// How far the import of a file is, for the run that resumes it. Kept beside the file or, where nothing
// can be written there, in the user's state folder; only while there is something to resume.

#include "cli/transfer/input_file.h"
#include "cli/transfer/journal.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::cli {

struct ImportPlace {
  std::uint64_t offset =
      0;  // in the file, after the last entity that is written with all before it
  std::uint64_t entities = 0;  // written by all runs together
};

class ImportJournal {
 public:
  // What decides which entities the file stands for, and where they go: names and values.
  using Question = std::vector<std::pair<std::string, std::string>>;
  // `path`: empty for the default places. `file` must outlive the journal; if it is not on disk, there
  // is no journal.
  ImportJournal(InputFile& file, std::filesystem::path path, Question question);

  // The place of the run before. CommandError: it answered another question, or what it read of the file
  // was another.
  // Without a journal the beginning.
  ImportPlace Load();
  // CommandError: it cannot be written to the path that was given. Where it cannot be written to any
  // default place, says so on stderr, once.
  void Save(const ImportPlace& place);
  // Also that of a run before, at any of its places.
  void Remove();
  // Whether a run that resumes would find it.
  bool Exists() const { return exists_; }
  // Whether the place of the last Load() or Save() is the beginning.
  bool IsAtBeginning() const { return journal_.GetNumber("offset") == 0; }

 private:
  void CheckQuestion() const;
  bool TrySave(const std::filesystem::path& path);

  InputFile& file_;
  const Question question_;
  const bool is_default_;
  std::vector<std::filesystem::path> paths_;  // where it may be; those that failed are taken out
  Journal journal_;
  bool exists_ = false;
};

}  // namespace rowhouse::cli
