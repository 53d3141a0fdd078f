#include "formats/big_integers.h"

#include "entity/json_members.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>

namespace rowhouse {
namespace {

constexpr std::int64_t kExactMax = std::int64_t{1} << 53U;
constexpr std::size_t kDigitsOfExactMax = 16;

// Whether there is a number as long as those that matter. Most entities have none.
bool HasManyDigits(std::string_view text) {
  std::size_t run = 0;
  return std::ranges::any_of(text, [&run](char byte) {
    run = byte >= '0' && byte <= '9' ? run + 1 : 0;
    return run >= kDigitsOfExactMax;
  });
}

bool IsExact(std::string_view token) {
  if (token.find_first_not_of("-0123456789") != token.npos) return true;  // written as a double
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  return error == std::errc() && number >= -kExactMax && number <= kExactMax;
}

}  // namespace

std::optional<std::string> FindBigInteger(std::string_view entity) {
  if (!HasManyDigits(entity)) return std::nullopt;
  const JsonMembers members = JsonMembers::Read(entity);
  for (const JsonMember& member : members.Members()) {
    const bool is_bare =
        member.value && !member.annotation && member.value->kind == JsonScalar::Kind::kNumber;
    if (!is_bare || IsExact(member.value->text)) continue;
    return fmt::format(
        "{}: {} would be rounded, since it has no type: write \"{}@odata.type\":\"Edm.Int64\" "
        "before "
        "it, and quote it",
        member.name, member.value->text, member.name);
  }
  return std::nullopt;
}

}  // namespace rowhouse
