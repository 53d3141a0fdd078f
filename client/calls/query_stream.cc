#include "client/calls/query_stream.h"

#include "client/calls/entity_requests.h"

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

namespace rowhouse::tables {
namespace {

class QueryStream final : public EntityStream {
 public:
  QueryStream(std::shared_ptr<const Connection> connection, std::string table, QueryOptions options)
      : connection_(std::move(connection)),
        table_(std::move(table)),
        options_(std::move(options)),
        next_(options_.start) {}

  std::optional<Entity> Next() override {
    while (position_ == page_.size()) {
      if (!FetchPage()) return std::nullopt;
    }
    return std::move(page_[position_++]);
  }

 private:
  struct Fetch {
    Operation<Page> operation;
    std::future<Connection::Outcome> outcome;
  };

  // False when there is no further page. After a throw the stream is at its end.
  bool FetchPage() {
    page_.clear();
    position_ = 0;
    if (!fetch_) Ask();
    if (!fetch_) return false;
    Fetch fetch = *std::exchange(fetch_, std::nullopt);
    next_.reset();
    Page page = ResultOf(fetch.operation, fetch.outcome.get());
    received_ += page.entities.size();
    page_ = std::move(page.entities);
    if (options_.limit && received_ > *options_.limit) {
      page_.resize(page_.size() - (received_ - *options_.limit));
    }
    next_ = std::move(page.next);
    if (options_.read_ahead) Ask();
    return true;
  }

  // Sends for the next page, if there is one and it is wanted.
  void Ask() {
    if (!next_) return;
    std::size_t count = options_.page_size;
    if (options_.limit) {
      if (received_ >= *options_.limit) return;
      count = std::min(count, *options_.limit - received_);
    }
    Operation<Page> operation = QueryEntities(table_, options_, count, *next_);
    const auto promise = std::make_shared<std::promise<Connection::Outcome>>();
    auto outcome = promise->get_future();
    connection_->Start(operation.spec, options_.call, [promise](Connection::Outcome made) {
      promise->set_value(std::move(made));
    });
    fetch_ = Fetch{std::move(operation), std::move(outcome)};
  }

  const std::shared_ptr<const Connection> connection_;
  const std::string table_;
  const QueryOptions options_;
  std::optional<ContinuationToken> next_;  // none: no further page
  std::optional<Fetch> fetch_;
  std::vector<Entity> page_;
  std::size_t position_ = 0;
  std::size_t received_ = 0;
};

}  // namespace

std::shared_ptr<EntityStream> OpenQuery(std::shared_ptr<const Connection> connection,
                                        std::string table, QueryOptions options) {
  return std::make_shared<QueryStream>(std::move(connection), std::move(table), std::move(options));
}

}  // namespace rowhouse::tables
