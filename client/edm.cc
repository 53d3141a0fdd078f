#include "client/edm.h"

#include <cstdlib>
#include <utility>

namespace rowhouse::tables {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 14 does not deduce it by itself

}  // namespace

EdmValue ToEdm(const Value& value) {
  return std::visit(
      Overloaded{[](std::monostate) -> EdmValue { std::abort(); },
                 [](DateTime v) -> EdmValue { return rowhouse::DateTime{v.TickCount()}; },
                 [](const Guid& v) -> EdmValue { return rowhouse::Guid{v.Bytes()}; },
                 [](const Binary& v) -> EdmValue { return rowhouse::Binary{v.bytes}; },
                 [](const auto& v) -> EdmValue { return v; }},
      value.AsVariant());
}

Value FromEdm(EdmValue value) {
  return std::visit(
      Overloaded{[](rowhouse::DateTime&& v) { return Value(DateTime::FromTicks(v.ticks)); },
                 [](rowhouse::Guid&& v) { return Value(Guid(v.bytes)); },
                 [](rowhouse::Binary&& v) { return Value(Binary{std::move(v.bytes)}); },
                 [](auto&& v) { return Value(std::forward<decltype(v)>(v)); }},
      std::move(value));
}

}  // namespace rowhouse::tables
