#pragma once
// Cancelling calls from another thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace rowhouse::tables {

// What a call looks at. Cheap to copy; the default one is never cancelled. Threads: all calls may
// overlap.
class CancellationToken {
 public:
  CancellationToken() = default;

  bool IsCancelled() const;
  // Calls `action` once when it is cancelled: at once, in this thread, if it is already. Returns a
  // number for Remove(), or 0 if there is nothing to remove.
  std::uint64_t Add(std::function<void()> action) const;
  // `action` is not called after this returns, unless it runs just now in another thread.
  void Remove(std::uint64_t number) const;

 private:
  friend class CancellationSource;
  struct State;
  explicit CancellationToken(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

// Cancels all calls that were given its token.
class CancellationSource {
 public:
  CancellationSource();

  CancellationToken Token() const { return CancellationToken(state_); }
  // Any number of times, from any thread.
  void Cancel() const;

 private:
  std::shared_ptr<CancellationToken::State> state_;
};

}  // namespace rowhouse::tables
