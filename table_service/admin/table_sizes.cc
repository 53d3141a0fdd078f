#include "table_service/admin/table_sizes.h"

#include "base/ascii.h"
#include "base/guarded.h"

#include <utility>

namespace rowhouse::admin {
namespace {

constexpr std::chrono::milliseconds kPauseMin{1};  // a failed round must not be repeated at once

// Calls `use` with the name of each table until it returns false.
template <class Use>
void ForEachTable(const store::Tables& tables, const Use& use) {
  for (std::string from;;) {
    const auto names = tables.ListTables(from, kTablesPerStep);
    if (!names || names->empty()) return;
    for (const std::string& name : *names) {
      if (!use(name)) return;
    }
    from = AsciiLower(names->back()) + '0';  // the first name after it
  }
}

}  // namespace

TableSizes::TableSizes(const AccountDirectory& accounts)
    : accounts_(accounts), thread_([this] { Run(); }) {}

TableSizes::~TableSizes() {
  {
    const MutexLock lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::shared_ptr<const SizeSurvey> TableSizes::Get(std::chrono::milliseconds patience) {
  const auto now = std::chrono::steady_clock::now();
  const auto deadline = now + patience;
  const MutexLock lock(mutex_);
  is_wanted_ = true;
  changed_.notify_all();
  while (last_ == nullptr || (last_->begin < now && next_ < deadline)) {
    if (changed_.wait_until(mutex_, deadline) == std::cv_status::timeout) break;
  }
  return last_;
}

void TableSizes::Run() {
  while (WaitForTurn()) {
    const auto begin = std::chrono::steady_clock::now();
    std::shared_ptr<const SizeSurvey> survey;
    RunGuarded("measuring tables", {},
               [&] { survey = std::make_shared<const SizeSurvey>(Measure()); });
    const auto end = std::chrono::steady_clock::now();
    {
      const MutexLock lock(mutex_);
      next_ = end + (end - begin) * kPauseFactor + kPauseMin;
      if (survey) last_ = std::move(survey);
    }
    changed_.notify_all();
  }
}

bool TableSizes::WaitForTurn() {
  const MutexLock lock(mutex_);
  while (!is_stopping_ && !is_wanted_) changed_.wait(mutex_);
  while (!is_stopping_ && std::chrono::steady_clock::now() < next_) {
    changed_.wait_until(mutex_, next_);
  }
  is_wanted_ = false;
  return !is_stopping_;
}

SizeSurvey TableSizes::Measure() {
  SizeSurvey survey{.begin = std::chrono::steady_clock::now()};
  const auto accounts = accounts_.All();
  for (const auto& [name, account] : *accounts) {
    if (account->store == nullptr) continue;
    const store::AccountStore& store = *account->store;
    ForEachTable(store, [&, account_name = std::string_view(name)](const std::string& table) {
      auto size = store.MeasureTable(table);
      if (!size && size.error().code == ErrorCode::kTableNotFound) return !IsStopping();
      survey.tables.push_back({.account = std::string(account_name), .table = table});
      if (size) survey.tables.back().size = *size;
      return !IsStopping();
    });
  }
  survey.end = std::chrono::steady_clock::now();
  return survey;
}

bool TableSizes::IsStopping() {
  const MutexLock lock(mutex_);
  return is_stopping_;
}

}  // namespace rowhouse::admin
