#include "client/merge_stream.h"

#include "base/unicode.h"
#include "client/calls/entity_requests.h"
#include "client/table_client_parts.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace rowhouse::tables {
namespace {

// Reads pages of many queries, as many at a time as allowed. Shared with the callbacks of requests
// that are out, which may outlive the stream.
class Pages : public std::enable_shared_from_this<Pages> {
 public:
  Pages(std::vector<MergeSource> sources, std::size_t parallel_max)
      : parallel_max_(std::max<std::size_t>(parallel_max, 1)) {
    for (MergeSource& source : sources) sources_.push_back({.query = std::move(source)});
  }

  std::size_t Count() const { return sources_.size(); }

  // Asks for the first page of every source.
  void Begin() {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < sources_.size(); ++i) queue_.push_back(i);
    Pump();
  }

  // The next entity of a source; waits for it. Nothing at the end. Throws what a page threw.
  std::optional<Entity> Take(std::size_t index) {
    std::unique_lock lock(mutex_);
    Source& source = sources_[index];
    arrived_.wait(lock,
                  [&] { return failure_ != nullptr || !source.held.empty() || source.at_end; });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    if (source.held.empty()) return std::nullopt;
    Entity entity = std::move(source.held.front());
    source.held.pop_front();
    const bool is_low = source.held.size() * 2 <= source.query.options.page_size;
    if (is_low && !source.at_end && !source.asked) {
      source.asked = true;
      queue_.push_back(index);
      Pump();
    }
    return entity;
  }

 private:
  struct Source {
    MergeSource query;
    ContinuationToken next = {};
    bool at_end = false;
    bool asked = true;  // a page is asked for or on its way
    std::deque<Entity> held = {};
  };

  // Sends as many of the waiting requests as may be out. REQUIRES: mutex_ is held
  void Pump() {
    while (!queue_.empty() && out_ < parallel_max_ && failure_ == nullptr) {
      const std::size_t index = queue_.front();
      queue_.pop_front();
      ++out_;
      const Source& source = sources_[index];
      const QueryOptions& options = source.query.options;
      Operation<Page> operation = QueryEntities(TableClientParts::TableOf(source.query.table),
                                                options, options.page_size, source.next);
      CallSpec spec = std::move(operation.spec);
      TableClientParts::ConnectionOf(source.query.table)
          ->Start(std::move(spec), options.call,
                  [self = shared_from_this(), index,
                   operation = std::move(operation)](Connection::Outcome outcome) {
                    self->Arrived(index, operation, std::move(outcome));
                  });
    }
  }

  void Arrived(std::size_t index, const Operation<Page>& operation, Connection::Outcome outcome) {
    Page page;
    std::exception_ptr failure;
    try {
      page = ResultOf(operation, std::move(outcome));
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --out_;
    if (failure != nullptr) {
      failure_ = failure;
    } else {
      Keep(index, std::move(page));
      Pump();
    }
    arrived_.notify_all();
  }

  // REQUIRES: mutex_ is held
  void Keep(std::size_t index, Page page) {
    Source& source = sources_[index];
    std::move(page.entities.begin(), page.entities.end(), std::back_inserter(source.held));
    source.asked = false;
    source.at_end = !page.next.has_value();
    if (page.next) source.next = *std::move(page.next);
    if (!source.at_end && source.held.empty()) {  // an empty page that is not the last
      source.asked = true;
      queue_.push_back(index);
    }
  }

  const std::size_t parallel_max_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  // Guarded by mutex_.
  std::vector<Source> sources_;
  std::deque<std::size_t> queue_;  // sources that wait to ask
  std::size_t out_ = 0;
  std::exception_ptr failure_;
};

class MergeStream final : public EntityStream {
 public:
  MergeStream(std::vector<MergeSource> sources, EntityOrder order, std::size_t parallel_max)
      : pages_(std::make_shared<Pages>(std::move(sources), parallel_max)), order_(order) {}

  std::optional<Entity> Next() override {
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (!begun_) Begin();
    if (heads_.empty()) return std::nullopt;
    const auto later = [this](const Head& left, const Head& right) {
      return order_(right.entity, left.entity);
    };
    std::pop_heap(heads_.begin(), heads_.end(), later);
    Head head = std::move(heads_.back());
    heads_.pop_back();
    Entity entity = std::move(head.entity);
    try {
      if (auto next = pages_->Take(head.source)) {
        heads_.push_back({std::move(*next), head.source});
        std::push_heap(heads_.begin(), heads_.end(), later);
      }
    } catch (...) {
      // This entity is good: the next call reports the failure.
      heads_.clear();
      failure_ = std::current_exception();
      return entity;
    }
    return entity;
  }

 private:
  struct Head {
    Entity entity;
    std::size_t source;
  };

  void Begin() {
    begun_ = true;
    pages_->Begin();
    for (std::size_t i = 0; i < pages_->Count(); ++i) {
      if (auto first = pages_->Take(i)) heads_.push_back({std::move(*first), i});
    }
    std::make_heap(heads_.begin(), heads_.end(), [this](const Head& left, const Head& right) {
      return order_(right.entity, left.entity);
    });
  }

  const std::shared_ptr<Pages> pages_;
  const EntityOrder order_;
  bool begun_ = false;
  std::exception_ptr failure_;
  std::vector<Head> heads_;  // a heap, the first in order on top
};

}  // namespace

bool InKeyOrder(const Entity& left, const Entity& right) { return left.Key() < right.Key(); }

bool InRowOrder(const Entity& left, const Entity& right) {
  const auto order = CompareOrdinal(left.RowKey(), right.RowKey());
  if (order != std::strong_ordering::equal) return order < 0;
  return CompareOrdinal(left.PartitionKey(), right.PartitionKey()) < 0;
}

std::shared_ptr<EntityStream> OpenMerge(std::vector<MergeSource> sources, EntityOrder order,
                                        std::size_t parallel_max) {
  return std::make_shared<MergeStream>(std::move(sources), order, parallel_max);
}

}  // namespace rowhouse::tables
