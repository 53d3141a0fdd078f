#include "client/calls/transaction_request.h"

#include "base/guid.h"
#include "batch/batch_call.h"
#include "client/calls/entity_requests.h"
#include "entity/limits.h"
#include "entity/resource_address.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rowhouse::tables {
namespace {

// Safe to repeat: each write by itself is, and none is a delete, whose repetition finds nothing and
// fails the whole.
Safety SafetyOfAll(const Transaction& transaction) {
  const bool repeatable =
      std::all_of(transaction.Writes().begin(), transaction.Writes().end(), [](const Write& write) {
        return write.kind != WriteKind::kDelete && SafetyOf(write) == Safety::kRepeatable;
      });
  return repeatable ? Safety::kRepeatable : Safety::kOnce;
}

// "7:text" is the failure of the seventh operation; takes the number off.
std::optional<std::size_t> TakeIndex(std::string& message) {
  std::size_t index = 0;
  const char* const last = message.data() + message.size();
  const auto [end, error] = std::from_chars(message.data(), last, index);
  if (error != std::errc() || end == last || *end != ':') return std::nullopt;
  message.erase(0, static_cast<std::size_t>(end - message.data()) + 1);
  return index;
}

// Content-ID, which we set to the place of the operation, or the index before the message.
[[noreturn]] void ThrowRefused(const PartAnswer& part, ErrorInfo info, std::size_t writes) {
  ErrorText text = ReadError(part.body);
  const std::optional<std::size_t> index = TakeIndex(text.message);
  std::optional<std::size_t> failed = index;
  if (const auto id = rowhouse::FindHeader(part.headers, "Content-ID"); !failed && id) {
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(id->data(), id->data() + id->size(), place);
    if (error == std::errc() && end == id->data() + id->size()) failed = place;
  }
  if (!failed && writes == 1) failed = 0;
  if (failed && *failed >= writes) failed.reset();
  info.kind = ErrorKind::kService;
  info.status = part.status;
  info.code = std::move(text.code);
  info.message = std::move(text.message);
  throw TransactionError(std::move(info), failed);
}

TransactionResult ReadResult(Answer& answer, std::size_t writes) {
  const std::string* const type = FindHeader(answer.response.headers, "Content-Type");
  auto parts = ParseBatchAnswer(type == nullptr ? "" : *type, answer.response.body);
  if (!parts) throw UnreadableAnswer("the answer to the transaction cannot be read");
  if (parts->size() == 1 && parts->front().status >= 400) {
    ThrowRefused(parts->front(), std::move(answer.info), writes);
  }
  if (parts->size() != writes) {
    throw UnreadableAnswer("the answer to the transaction has not one part for each write");
  }
  TransactionResult result;
  result.writes.reserve(writes);
  for (const PartAnswer& part : *parts) {
    const auto etag = rowhouse::FindHeader(part.headers, "ETag");
    result.writes.push_back(
        {.status = part.status, .etag = etag ? ETag(std::string(*etag)) : ETag()});
  }
  return result;
}

}  // namespace

bool IsRefusedTransaction(const HttpResponse& response) {
  if (response.status != 202) return false;
  const std::string* const type = FindHeader(response.headers, "Content-Type");
  const auto parts = ParseBatchAnswer(type == nullptr ? "" : *type, response.body);
  return parts && parts->size() == 1 && parts->front().status >= 400;
}

Operation<TransactionResult> SubmitTransaction(const std::string& table,
                                               const Transaction& transaction,
                                               std::string_view base_url) {
  if (transaction.IsEmpty()) throw std::invalid_argument("a transaction has at least one write");
  std::vector<PartRequest> requests;
  requests.reserve(transaction.Size());
  for (const Write& write : transaction.Writes()) {
    SubRequestText text = WriteRequest(table, write);
    requests.push_back({.method = std::move(text.method),
                        .target = fmt::format("{}{}", base_url, text.path),
                        .headers = std::move(text.headers),
                        .body = std::move(text.body)});
  }
  MultipartBody multipart = WriteChangeSet(requests, NewGuid);
  CallSpec spec{.method = "POST", .path = "/$batch"};
  spec.headers = {{"Accept", "application/json;odata=minimalmetadata"},
                  {"Content-Type", std::move(multipart.content_type)},
                  {"DataServiceVersion", "3.0;"},
                  {"MaxDataServiceVersion", "3.0;NetFx"}};
  spec.body = std::move(multipart.body);
  spec.safety = SafetyOfAll(transaction);
  return {.spec = std::move(spec), .read = [writes = transaction.Size()](Answer& answer) {
            return ReadResult(answer, writes);
          }};
}

std::size_t BytesInTransaction(const Write& write) {
  // Boundary, part headers, base URL, table name.
  constexpr std::size_t part_bytes = 1024;
  // A hundred of this size fit in any case.
  constexpr std::size_t small = limits::kBodyBytesMax / (Transaction::kWritesMax + 1) - part_bytes;
  // Escapes take up to six bytes for one, and each key appears twice.
  const EntityKey& key = write.entity.Key();
  std::size_t most = 12 * (key.partition.size() + key.row.size());
  for (const auto& [name, value] : write.entity.AllProperties()) {
    constexpr std::size_t annotation_and_number = 100;
    most += annotation_and_number + 12 * name.size();
    if (const auto* text = std::get_if<std::string>(&value.AsVariant())) most += 6 * text->size();
    if (const auto* data = std::get_if<Binary>(&value.AsVariant())) most += 2 * data->bytes.size();
  }
  if (most <= small) return part_bytes + most;
  const SubRequestText text = WriteRequest("", write);
  // An insert may be sent again as an upsert, whose path holds the keys.
  const std::size_t path = std::max(text.path.size(), EntityPath("", key).size());
  return part_bytes + path + text.body.size();
}

}  // namespace rowhouse::tables
