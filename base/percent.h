#pragma once
// Percent-encoding (RFC 3986 2.1). All functions are pure and take any bytes.

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// Decodes %XX once; '+' remains a plus. No value if an escape is truncated or not hexadecimal.
std::optional<std::string> PercentDecode(std::string_view text);

// Decodes a name or a value of a query string, where '+' is a space. No value if it is not
// percent-encoded UTF-8.
std::optional<std::string> DecodeQueryText(std::string_view text);

// Encodes every byte that is not an RFC 3986 unreserved character (letters, digits, "-._~"), with
// upper-case hex digits. Leaves bytes in `keep` unchanged.
std::string PercentEncode(std::string_view text, std::string_view keep = {});
void AppendPercentEncoded(std::string& out, std::string_view text, std::string_view keep = {});

}  // namespace rowhouse
