#pragma once
// Queries: what to ask, and the answers as pages or as a range over entities.

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/filter.h>
#include <rowhouse/options.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::tables {

// Where the next page of a query starts. One value with both of its halves, so that none is lost.
// The default one is the start.
class ContinuationToken {
 public:
  ContinuationToken() = default;
  // The halves as the service gave them, still encoded.
  ContinuationToken(std::string partition, std::optional<std::string> row)
      : partition_(std::move(partition)), row_(std::move(row)) {}

  bool IsStart() const { return partition_.empty(); }
  // For keeping it in a file or a link: letters, digits and punctuation without blanks.
  std::string ToString() const;
  // std::invalid_argument: ToString() did not make `text`.
  static ContinuationToken FromString(std::string_view text);

  const std::string& Partition() const { return partition_; }
  const std::optional<std::string>& Row() const { return row_; }
  bool operator==(const ContinuationToken&) const = default;

 private:
  std::string partition_;
  std::optional<std::string> row_;
};

struct QueryOptions {
  Filter filter = {};
  // Names of properties; the others are absent from the entities. Empty: all. Keys, version and
  // Timestamp come in any case.
  std::vector<std::string> select = {};
  std::optional<std::size_t> limit = {};  // entities in all; none: every one
  std::size_t page_size = 1000;           // 1..1000 entities in one answer
  ContinuationToken start = {};
  bool read_ahead = true;  // ask for the next page while the one before is being used
  CallOptions call = {};   // its timeout is for each page
};

// An answer of a query. A page may be empty and not be the last.
struct Page {
  std::vector<Entity> entities = {};
  std::optional<ContinuationToken> next = {};  // none: it was the last
};

// One pass over entities. Used by one thread at a time.
class EntityStream {
 public:
  virtual ~EntityStream() = default;

  // The next entity, or nothing at the end. Throws what a query throws; the stream is at its end
  // then.
  virtual std::optional<Entity> Next() = 0;
};

// The entities of a query: for (const Entity& entity : table.Query({...})) ...
// Holds all that it needs, so that it may outlive the client and the options. Each begin() asks
// again. Iterating throws TableError where a page fails; what was handed out before stays good.
class EntityRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Entity;
    using difference_type = std::ptrdiff_t;
    using pointer = const Entity*;
    using reference = const Entity&;

    Iterator() = default;  // the end
    explicit Iterator(std::shared_ptr<EntityStream> stream) : stream_(std::move(stream)) {
      ++*this;
    }
    const Entity& operator*() const { return *current_; }
    const Entity* operator->() const { return &*current_; }
    Iterator& operator++() {
      current_ = stream_->Next();
      if (!current_) stream_.reset();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return stream_ == other.stream_; }

   private:
    std::shared_ptr<EntityStream> stream_;  // null: the end
    std::optional<Entity> current_;
  };

  using Opener = std::function<std::shared_ptr<EntityStream>()>;
  explicit EntityRange(Opener open) : open_(std::move(open)) {}

  Iterator begin() const { return Iterator(open_()); }  // NOLINT(readability-identifier-naming)
  Iterator end() const { return {}; }                   // NOLINT(readability-identifier-naming)
  std::shared_ptr<EntityStream> Open() const { return open_(); }

  // The first `count` entities of this range.
  EntityRange Limit(std::size_t count) const;
  // All of them at once. Memory grows with their number.
  std::vector<Entity> ToVector() const;
  // The first, if there is one.
  std::optional<Entity> First() const;
  // How many there are. Reads all of them.
  std::size_t Count() const;

 private:
  Opener open_;
};

// The pages of a query: for (const Page& page : table.QueryPages({...})) ...
// page.next, kept, resumes later by QueryOptions::start. Its iterators may outlive it, the client
// and the options.
class PageRange {
 public:
  using Fetch = std::function<Page(const ContinuationToken&)>;

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using pointer = const Page*;
    using reference = const Page&;

    Iterator() = default;  // the end
    Iterator(std::shared_ptr<const Fetch> fetch, const ContinuationToken& start)
        : fetch_(std::move(fetch)), page_((*fetch_)(start)) {}
    const Page& operator*() const { return page_; }
    const Page* operator->() const { return &page_; }
    Iterator& operator++() {
      if (page_.next) {
        page_ = (*fetch_)(*page_.next);
      } else {
        fetch_.reset();
      }
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return fetch_ == other.fetch_; }

   private:
    std::shared_ptr<const Fetch> fetch_;  // null: the end
    Page page_;
  };

  PageRange(Fetch fetch, ContinuationToken start)
      : fetch_(std::make_shared<const Fetch>(std::move(fetch))), start_(std::move(start)) {}

  Iterator begin() const { return {fetch_, start_}; }  // NOLINT(readability-identifier-naming)
  Iterator end() const { return {}; }                  // NOLINT(readability-identifier-naming)

 private:
  std::shared_ptr<const Fetch> fetch_;
  ContinuationToken start_;
};

}  // namespace rowhouse::tables
