#include "cli/text/utf16_stream.h"

#include "base/code_point.h"

#include <cstddef>
#include <cstdint>
#include <streambuf>
#include <string>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kUnits = std::size_t{32} << 10U;  // decoded at a time
constexpr std::uint32_t kReplacement = 0xFFFD;
constexpr std::uint32_t kSurrogateEnd = 0xE000;

class Utf16Buffer final : public std::streambuf {
 public:
  Utf16Buffer(std::istream& in, ByteOrder order) : in_(in), order_(order) {}

 protected:
  int_type underflow() override {
    text_.clear();
    for (std::size_t count = 0; count < kUnits; ++count) {
      const auto unit = ReadUnit();
      if (unit) {
        Append(*unit);
        continue;
      }
      if (std::exchange(high_, 0) != 0) AppendCodePoint(text_, kReplacement);
      break;
    }
    if (text_.empty()) return traits_type::eof();
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

 private:
  std::optional<std::uint32_t> ReadUnit() {
    const int first = in_.get();
    const int second = in_.get();
    if (first == traits_type::eof()) return std::nullopt;
    if (second == traits_type::eof()) return kReplacement;
    const auto high = static_cast<std::uint32_t>(order_ == ByteOrder::kBig ? first : second);
    const auto low = static_cast<std::uint32_t>(order_ == ByteOrder::kBig ? second : first);
    return high << 8U | low;
  }

  void Append(std::uint32_t unit) {
    const bool is_low = unit >= kLowSurrogateMin && unit < kSurrogateEnd;
    if (high_ != 0) {
      AppendCodePoint(text_, is_low ? JoinSurrogates(high_, unit) : kReplacement);
      high_ = 0;
      if (is_low) return;
    }
    if (unit >= kHighSurrogateMin && unit < kLowSurrogateMin) {
      high_ = unit;
    } else {
      AppendCodePoint(text_, is_low ? kReplacement : unit);
    }
  }

  std::istream& in_;
  const ByteOrder order_;
  std::uint32_t high_ = 0;  // a surrogate whose second half comes next
  std::string text_;
};

class Utf16Stream final : public std::istream {
 public:
  Utf16Stream(std::istream& bytes, ByteOrder order) : std::istream(nullptr), buffer_(bytes, order) {
    rdbuf(&buffer_);
  }

 private:
  Utf16Buffer buffer_;
};

}  // namespace

std::optional<ByteOrder> FindUtf16(std::istream& in) {
  // No UTF-8 text has these bytes, so one tells.
  switch (in.peek()) {
    case 0xFF:
      return ByteOrder::kLittle;
    case 0xFE:
      return ByteOrder::kBig;
    default:
      return std::nullopt;
  }
}

std::unique_ptr<std::istream> ReadUtf16(std::istream& in, ByteOrder order) {
  return std::make_unique<Utf16Stream>(in, order);
}

}  // namespace rowhouse::cli
