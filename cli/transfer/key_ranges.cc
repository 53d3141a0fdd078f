#include "cli/transfer/key_ranges.h"

#include "cli/transfer/escape.h"

#include <algorithm>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Filter;
using tables::Where;

// The length of the UTF-8 character at `place`. REQUIRES: place < text.size()
std::size_t CharacterBytes(const std::string& text, std::size_t place) {
  std::size_t bytes = 1;
  while (place + bytes < text.size() &&
         (static_cast<unsigned char>(text[place + bytes]) & 0xC0U) == 0x80U) {
    ++bytes;
  }
  return bytes;
}

class Splitter {
 public:
  explicit Splitter(const FirstKeyFrom& first_from) : first_from_(first_from) {}

  // The starts of the ranges but for the first one, which starts at the beginning.
  std::vector<std::string> Starts(std::size_t ranges_max) {
    const auto first = Ask("");
    if (!first || ranges_max < 2) return {};
    std::vector<std::string> prefixes = {CommonPrefix(*first)};
    // Each round looks one character deeper; three tell enough apart.
    for (int depth = 0; depth < 3 && prefixes.size() < ranges_max && probes_ < kProbesMax;
         ++depth) {
      std::vector<std::string> deeper;
      for (const std::string& prefix : prefixes) AppendChildren(prefix, deeper);
      if (deeper.size() <= prefixes.size() && depth > 0) break;
      prefixes = std::move(deeper);
    }
    if (!prefixes.empty()) prefixes.erase(prefixes.begin());
    return Thin(std::move(prefixes), ranges_max - 1);
  }

 private:
  std::optional<std::string> Ask(const std::string& from) {
    ++probes_;
    return first_from_(from);
  }

  // What all keys begin with. The longer a prefix of the first key, the more keys lie behind it.
  std::string CommonPrefix(const std::string& first) {
    std::vector<std::size_t> lengths = {0};
    for (std::size_t end = 0; end < first.size();) {
      end += CharacterBytes(first, end);
      lengths.push_back(end);
    }
    const auto longest = std::ranges::partition_point(lengths, [&](std::size_t length) {
      const std::string end = tables::PrefixEnd(first.substr(0, length));
      return end.empty() || !Ask(end);
    });
    return first.substr(0, *std::prev(longest));
  }

  // Every text that is `prefix` and one character more and that some key begins with. A key that is
  // `prefix` itself falls to the range in front of them; without any of them it stands alone.
  void AppendChildren(const std::string& prefix, std::vector<std::string>& children) {
    const std::size_t before = children.size();
    std::string from = prefix;
    while (probes_ < kProbesMax) {
      const auto key = Ask(from);
      if (!key || !key->starts_with(prefix)) break;
      if (*key == prefix) {
        from = prefix + '\x01';
        continue;
      }
      children.push_back(key->substr(0, prefix.size() + CharacterBytes(*key, prefix.size())));
      from = tables::PrefixEnd(children.back());
      if (from.empty()) break;
    }
    if (children.size() == before) children.push_back(prefix);
  }

  static std::vector<std::string> Thin(std::vector<std::string> starts, std::size_t count_max) {
    if (starts.size() <= count_max) return starts;
    std::vector<std::string> result;
    for (std::size_t place = 0; place < count_max; ++place) {
      result.push_back(std::move(starts[place * starts.size() / count_max]));
    }
    return result;
  }

  const FirstKeyFrom& first_from_;
  std::size_t probes_ = 0;
};

Filter InRange(const std::string& property, const TextRange& range) {
  Filter filter;
  if (!range.from.empty()) filter = Where(property) >= range.from;
  if (!range.to.empty()) filter = filter && Where(property) < range.to;
  return filter;
}

}  // namespace

std::vector<TextRange> SplitKeys(const FirstKeyFrom& first_from, std::size_t ranges_max) {
  std::vector<TextRange> ranges(1);
  for (std::string& start : Splitter(first_from).Starts(ranges_max)) {
    ranges.back().to = start;
    ranges.push_back({std::move(start), {}});
  }
  return ranges;
}

std::string KeyRange::ToString() const {
  return (partition ? "=" + Escape(*partition) : "*") + "," + Escape(range.from) + "," +
         Escape(range.to);
}

std::optional<KeyRange> KeyRange::FromString(const std::string& text) {
  const std::size_t first = text.find(',');
  const std::size_t second = text.find(',', first + 1);
  if (text.empty() || first == std::string::npos || second == std::string::npos) {
    return std::nullopt;
  }
  KeyRange result;
  if (text.front() == '=') result.partition = Unescape(text.substr(1, first - 1));
  result.range = {Unescape(text.substr(first + 1, second - first - 1)),
                  Unescape(text.substr(second + 1))};
  return result;
}

std::vector<Filter> FiltersOf(const KeyRange& range,
                              const std::optional<tables::EntityKey>& after) {
  if (range.partition) {
    const Filter partition = Where("PartitionKey") == *range.partition;
    if (!after) return {partition && InRange("RowKey", range.range)};
    return {partition && Where("RowKey") > after->row && InRange("RowKey", {"", range.range.to})};
  }
  if (!after) return {InRange("PartitionKey", range.range)};
  return {
      Where("PartitionKey") == after->partition && Where("RowKey") > after->row,
      Where("PartitionKey") > after->partition && InRange("PartitionKey", {"", range.range.to})};
}

}  // namespace rowhouse::cli
