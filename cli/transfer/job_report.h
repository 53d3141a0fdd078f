#pragma once
// How far a job with many entities came.

#include <cstdint>
#include <exception>

namespace rowhouse::cli {

struct JobReport {
  std::uint64_t entities = 0;       // done by this run
  std::uint64_t skipped = 0;        // left as they are, since they exist
  std::uint64_t rejected = 0;       // rows of the file that could not be taken
  bool interrupted = false;         // by Ctrl-C
  bool can_resume = false;          // a journal says where
  std::exception_ptr failure = {};  // what ended the job before its time
};

}  // namespace rowhouse::cli
