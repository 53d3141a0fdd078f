#include "tests/crash/power/call_faults.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace rowhouse::power {
namespace {

FaultControl* Map(const char* path) {
  // Not by open(), which is one of the functions that fail.
  const auto descriptor = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC));
  void* const mapped = descriptor < 0 ? MAP_FAILED
                                      : mmap(nullptr, sizeof(FaultControl), PROT_READ | PROT_WRITE,
                                             MAP_SHARED, descriptor, 0);
  if (mapped == MAP_FAILED) {
    std::fprintf(stderr, "call faults: %s: %s\n", path, std::strerror(errno));
    std::abort();
  }
  syscall(SYS_close, descriptor);
  return static_cast<FaultControl*>(mapped);
}

FaultControl* Control() {
  static FaultControl* const control = [] {
    const char* const path = std::getenv("ROWHOUSE_CALL_FAULTS");
    return path == nullptr ? nullptr : Map(path);
  }();
  return control;
}

void Show(Call call, std::uint32_t number, int descriptor, const char* path) {
  std::array<char, 4096> open_path{};
  if (path == nullptr) {
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t length = readlink(link.c_str(), open_path.data(), open_path.size() - 1);
    path = length < 0 ? "?" : open_path.data();
  }
  std::fprintf(stderr, "call faults: %c%u fails: %s\n", static_cast<char>(call), number, path);
}

}  // namespace

bool MustFail(Call call, int descriptor, const char* path) {
  FaultControl* const control = Control();
  if (control == nullptr || control->call != static_cast<std::uint32_t>(call)) return false;
  const std::uint32_t number = ++control->made;
  if (number < control->first || number > control->last) return false;
  Show(call, number, descriptor, path);
  errno = EIO;
  return true;
}

}  // namespace rowhouse::power
