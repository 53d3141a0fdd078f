#pragma once
// Continuation tokens (spec 7.8): "1!LENGTH!BASE64" of a key, with '-' for '=', '*' for '+' and '_'
// for '/'.

#include "entity/entity_key.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

std::string EncodeToken(std::string_view key);
// The key in a token. Text that does not begin like a token is itself the key: some clients send
// the key in the clear. kInvalidInput for text that begins like a token but is malformed, for empty
// text and for text that is not UTF-8.
Result<std::string> DecodeToken(std::string_view token);

// The resume point from NextPartitionKey and NextRowKey. A partition without a row resumes at its
// start; a row without a partition, and an empty value, is kInvalidInput.
Result<std::optional<EntityKey>> DecodeResumeKey(std::optional<std::string_view> partition_token,
                                                 std::optional<std::string_view> row_token);

}  // namespace rowhouse
