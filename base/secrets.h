#pragma once
// What a client sent, as logs and admin routes may show it: without signatures and keys. All
// functions are pure and take any bytes.

#include <string>
#include <string_view>

namespace rowhouse {

// Returns `text`, which is a part of a request or tells about one, with every signature, key and
// token replaced by "***", name and value. Names are sig, signature, SharedAccessSignature,
// AccountKey and token, and key with at least 16 characters of Base64 (PartitionKey='key=5' stays
// readable). They count in any case, wherever a word begins, with any signs before the '=', and all
// of it may be percent-encoded several times. A value ends at '&', ';' or a control character; more
// may be hidden, but not less.
std::string WithoutSecrets(std::string_view text);

// Returns `value`, which is not what it should be, for an error message; its length if it is long
// or may be a key in Base64.
std::string ShownValue(std::string_view value);

}  // namespace rowhouse
