#include "base/unicode.h"
#include "entity/entity_json.h"
#include "entity/stored_properties.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace rowhouse {

Selection::Selection(std::string text, const std::vector<std::string>& names)
    : text_(std::move(text)), all_(names.empty()) {
  std::vector<std::string_view> custom;
  for (const std::string& name : names) {
    if (name == "PartitionKey") {
      partition_key_ = true;
    } else if (name == "RowKey") {
      row_key_ = true;
    } else if (name == "Timestamp") {
      timestamp_ = true;
    } else if (name.find('.') == std::string::npos) {
      // A name with a dot belongs to an annotation, such as odata.etag, never to a property, and a
      // null must not hide the annotation.
      custom.push_back(name);
    }
  }
  std::sort(custom.begin(), custom.end(),
            [](auto left, auto right) { return CompareOrdinal(left, right) < 0; });
  custom.erase(std::unique(custom.begin(), custom.end()), custom.end());
  std::transform(custom.begin(), custom.end(), std::back_inserter(custom_), EscapeName);
  by_bytes_.resize(custom_.size());
  std::iota(by_bytes_.begin(), by_bytes_.end(), std::size_t{0});
  std::sort(by_bytes_.begin(), by_bytes_.end(),
            [this](std::size_t left, std::size_t right) { return custom_[left] < custom_[right]; });
}

std::optional<std::size_t> Selection::Find(std::string_view escaped) const {
  const auto at = std::lower_bound(
      by_bytes_.begin(), by_bytes_.end(), escaped,
      [this](std::size_t index, std::string_view name) { return custom_[index] < name; });
  if (at == by_bytes_.end() || custom_[*at] != escaped) return std::nullopt;
  return *at;
}

}  // namespace rowhouse
