#include "client/values/edm.h"

#include <cassert>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace rowhouse::tables {

EdmValue ToEdm(const Value& value) {
  assert(!value.IsNull());
  return std::visit(
      [](const auto& held) -> EdmValue {
        if constexpr (std::is_same_v<decltype(held), const std::monostate&>) {
          std::abort();
        } else {
          return held;
        }
      },
      value.AsVariant());
}

Value FromEdm(EdmValue value) {
  return std::visit([](auto&& held) { return Value(std::forward<decltype(held)>(held)); },
                    std::move(value));
}

}  // namespace rowhouse::tables
