#include "client/gather.h"

#include "client/calls/entity_requests.h"
#include "client/table_client_parts.h"

#include <condition_variable>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

namespace rowhouse::tables {
namespace {

// Shared with the callbacks of requests that are out, which may outlive the call that waits.
class Gatherer : public std::enable_shared_from_this<Gatherer> {
 public:
  Gatherer(std::vector<MergeSource> sources, std::function<bool(const Entity&)> wanted,
           std::size_t entities_max)
      : sources_(std::move(sources)), wanted_(std::move(wanted)), entities_max_(entities_max) {}

  std::optional<std::vector<Entity>> Run() {
    left_ = sources_.size();
    for (const MergeSource& source : sources_) Ask(source, {});
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return left_ == 0 || Ended(); });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    if (too_many_) return std::nullopt;
    return std::move(entities_);
  }

 private:
  // REQUIRES: mutex_ is held
  bool Ended() const { return failure_ != nullptr || too_many_; }

  void Ask(const MergeSource& source, const ContinuationToken& start) {
    Operation<Page> operation = QueryEntities(TableClientParts::TableOf(source.table),
                                              source.options, source.options.page_size, start);
    CallSpec spec = std::move(operation.spec);
    TableClientParts::ConnectionOf(source.table)
        ->Start(std::move(spec), source.options.call,
                [self = shared_from_this(), &source,
                 operation = std::move(operation)](Connection::Outcome outcome) {
                  self->Arrived(source, operation, std::move(outcome));
                });
  }

  // The page is read before the lock is taken, so that pages are read side by side.
  void Arrived(const MergeSource& source, const Operation<Page>& operation,
               Connection::Outcome outcome) {
    Page page;
    std::exception_ptr failure;
    try {
      page = ResultOf(operation, std::move(outcome));
      std::erase_if(page.entities, [this](const Entity& entity) { return !wanted_(entity); });
    } catch (...) {
      failure = std::current_exception();
    }
    if (Keep(std::move(page.entities), failure, page.next.has_value())) Ask(source, *page.next);
  }

  // Whether the next page is wanted.
  bool Keep(std::vector<Entity> entities, const std::exception_ptr& failure, bool has_next) {
    const std::lock_guard lock(mutex_);
    if (Ended()) return false;
    failure_ = failure;
    too_many_ = entities_.size() + entities.size() > entities_max_;
    if (!Ended()) {
      std::move(entities.begin(), entities.end(), std::back_inserter(entities_));
      if (has_next) return true;
      --left_;
    }
    if (left_ == 0 || Ended()) changed_.notify_all();
    return false;
  }

  const std::vector<MergeSource> sources_;
  const std::function<bool(const Entity&)> wanted_;
  const std::size_t entities_max_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::vector<Entity> entities_;
  std::size_t left_ = 0;  // sources that have more
  bool too_many_ = false;
  std::exception_ptr failure_;
};

}  // namespace

std::optional<std::vector<Entity>> GatherAll(std::vector<MergeSource> sources,
                                             std::function<bool(const Entity&)> wanted,
                                             std::size_t entities_max) {
  return std::make_shared<Gatherer>(std::move(sources), std::move(wanted), entities_max)->Run();
}

}  // namespace rowhouse::tables
