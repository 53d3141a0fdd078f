// Bodies of entity writes: what is taken survives storing and comes back the same from an answer.

#include "entity/entity_json.h"
#include "entity/storable.h"
#include "entity/stored_properties.h"
#include "tests/fuzz/fuzzer.h"

#include <string>

namespace {

// Reads the answer to a point read as a body again and compares it with what is stored.
void RequireAnswerReadsBack(const rowhouse::StoredEntity& stored) {
  std::string answer;
  rowhouse::AppendEntity(answer, stored,
                         {.base_url = "http://h/a", .account = "a", .table = "orders"});
  const auto again = rowhouse::ParseEntity(answer);
  rowhouse::Require(again.has_value(), "an answer is a body");
  rowhouse::Require(
      again->partition_key == stored.partition_key && again->row_key == stored.row_key,
      "an answer has the keys");
  rowhouse::Require(rowhouse::EncodeProperties(again->properties) == stored.properties,
                    "an answer has the properties");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = rowhouse::ParseEntity(rowhouse::AsText(data, size));
  const auto stored = rowhouse::ParseStoredEntity(rowhouse::AsText(data, size));
  rowhouse::Require(input.has_value() == stored.has_value(), "both readers take the same bodies");
  if (!input) return 0;
  const std::string text = rowhouse::EncodeProperties(input->properties);
  rowhouse::Require(stored->properties == text, "both readers read the same properties");
  rowhouse::Require(rowhouse::EncodeProperties(rowhouse::DecodeProperties(text)) == text,
                    "stored text survives decoding and encoding");
  const std::string sorted = rowhouse::SortProperties(text);
  rowhouse::Require(rowhouse::MergeProperties(text, text) == sorted,
                    "an entity merged with itself is itself, sorted");
  const std::string partition_key = input->partition_key.value_or("p");
  const std::string row_key = input->row_key.value_or("r");
  if (!rowhouse::CheckStorable(partition_key, row_key, text)) return 0;
  RequireAnswerReadsBack(
      {.partition_key = partition_key, .row_key = row_key, .timestamp = {}, .properties = text});
  return 0;
}
