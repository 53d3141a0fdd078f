#pragma once
// What may be wrong with a $filter that was refused, or that nothing matched: the habits of other
// query languages. The service's own message says only that the filter is invalid.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::cli {

enum class FilterOutcome : std::uint8_t {
  kRefused,       // the service did not understand it
  kNothingFound,  // it is valid and matches no entity
};

// One sentence for each kind of slip, in the order of the text; empty when there is nothing to say.
std::vector<std::string> FilterHints(std::string_view filter, FilterOutcome outcome);

}  // namespace rowhouse::cli
