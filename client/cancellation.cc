#include <rowhouse/cancellation.h>
#include <utility>
#include <vector>

namespace rowhouse::tables {

struct CancellationToken::State {
  std::atomic<bool> cancelled{false};
  std::mutex mutex;
  std::uint64_t last_number = 0;                           // guarded by mutex
  std::map<std::uint64_t, std::function<void()>> actions;  // guarded by mutex
};

bool CancellationToken::IsCancelled() const { return state_ != nullptr && state_->cancelled; }

std::uint64_t CancellationToken::Add(std::function<void()> action) const {
  if (state_ == nullptr) return 0;
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->cancelled) {
      state_->actions.emplace(++state_->last_number, std::move(action));
      return state_->last_number;
    }
  }
  action();
  return 0;
}

void CancellationToken::Remove(std::uint64_t number) const {
  if (state_ == nullptr || number == 0) return;
  const std::lock_guard lock(state_->mutex);
  state_->actions.erase(number);
}

CancellationSource::CancellationSource() : state_(std::make_shared<CancellationToken::State>()) {}

void CancellationSource::Cancel() const {
  std::map<std::uint64_t, std::function<void()>> actions;
  {
    const std::lock_guard lock(state_->mutex);
    state_->cancelled = true;
    actions.swap(state_->actions);
  }
  for (const auto& [number, action] : actions) action();
}

}  // namespace rowhouse::tables
