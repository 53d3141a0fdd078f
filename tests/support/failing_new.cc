#include "tests/support/failing_new.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace rowhouse::test {
namespace {

constexpr long kNever = std::numeric_limits<long>::max() / 2;

std::atomic<long> to_failure = kNever;  // allocations before the first failing one
std::atomic<long> failing = 0;          // number of failing ones
std::atomic<bool> fired = false;
thread_local int exempt = 0;

bool Fails() {
  if (exempt > 0) return false;
  const long position = to_failure.fetch_sub(1);
  if (position > 0 || position <= -failing.load()) return false;
  fired.store(true);
  return true;
}

}  // namespace

void FailingNew::Arm(int n, int count) {
  fired.store(false);
  failing.store(count);
  to_failure.store(n - 1);
}

void FailingNew::Disarm() { to_failure.store(kNever); }

bool FailingNew::HasFired() { return fired.load(); }

NoFailure::NoFailure() { ++exempt; }
NoFailure::~NoFailure() { --exempt; }

MayFail::MayFail() { --exempt; }
MayFail::~MayFail() { ++exempt; }

void* Allocate(std::size_t size) {
  void* const memory = Fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* AllocateOrNull(std::size_t size) noexcept {
#ifdef NDEBUG
  if (Fails()) return nullptr;
#else
  // Never fails, because simdjson 3.0 does not check one of these calls when its own assertions are
  // on; see entity/json_members.cc.
#endif
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace rowhouse::test

// All forms are replaced, since a sanitizer would supply its own of any other.
void* operator new(std::size_t size) { return rowhouse::test::Allocate(size); }
void* operator new[](std::size_t size) { return rowhouse::test::Allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t& /*nothrow*/) noexcept {
  return rowhouse::test::AllocateOrNull(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*nothrow*/) noexcept {
  return rowhouse::test::AllocateOrNull(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t& /*nothrow*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t& /*nothrow*/) noexcept {
  std::free(memory);
}
