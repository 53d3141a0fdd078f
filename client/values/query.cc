#include "base/percent.h"

#include <fmt/format.h>
#include <rowhouse/query.h>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

class LimitedStream final : public EntityStream {
 public:
  LimitedStream(std::shared_ptr<EntityStream> inner, std::size_t count)
      : inner_(std::move(inner)), left_(count) {}

  std::optional<Entity> Next() override {
    if (left_ == 0) return std::nullopt;
    --left_;
    return inner_->Next();
  }

 private:
  std::shared_ptr<EntityStream> inner_;
  std::size_t left_;
};

}  // namespace

std::string ContinuationToken::ToString() const {
  if (IsStart()) return {};
  return fmt::format("{}{}", PercentEncode(partition_), row_ ? "/" + PercentEncode(*row_) : "");
}

ContinuationToken ContinuationToken::FromString(std::string_view text) {
  const std::size_t slash = text.find('/');
  auto partition = PercentDecode(text.substr(0, slash));
  if (!partition || (partition->empty() && !text.empty())) {
    throw std::invalid_argument("not a continuation token");
  }
  if (slash == std::string_view::npos) return {*std::move(partition), std::nullopt};
  auto row = PercentDecode(text.substr(slash + 1));
  if (!row || text.find('/', slash + 1) != std::string_view::npos) {
    throw std::invalid_argument("not a continuation token");
  }
  return {*std::move(partition), *std::move(row)};
}

EntityRange EntityRange::Limit(std::size_t count) const {
  return EntityRange([open = open_, count]() -> std::shared_ptr<EntityStream> {
    return std::make_shared<LimitedStream>(open(), count);
  });
}

std::vector<Entity> EntityRange::ToVector() const {
  std::vector<Entity> all;
  const auto stream = Open();
  while (auto entity = stream->Next()) all.push_back(*std::move(entity));
  return all;
}

std::optional<Entity> EntityRange::First() const { return Open()->Next(); }

std::size_t EntityRange::Count() const {
  std::size_t count = 0;
  const auto stream = Open();
  while (stream->Next()) ++count;
  return count;
}

}  // namespace rowhouse::tables
