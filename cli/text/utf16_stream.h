#pragma once
// A text in UTF-16, as Excel's "Unicode text" is, read as UTF-8.

#include <istream>
#include <memory>
#include <optional>

namespace rowhouse::cli {

enum class ByteOrder : unsigned char { kLittle, kBig };

// By the byte order mark at the front of `in`, which stays there; none: it is not UTF-16.
std::optional<ByteOrder> FindUtf16(std::istream& in);

// The text of `in` from here on; half a character becomes U+FFFD. `in` must outlive it. It cannot seek.
std::unique_ptr<std::istream> ReadUtf16(std::istream& in, ByteOrder order);

}  // namespace rowhouse::cli
