#pragma once
// The client addresses for which a shared access signature is valid (sip, spec 2.5).

#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse {

struct IpRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // inclusive

  // Parses "a.b.c.d" or "a.b.c.d-e.f.g.h".
  static std::optional<IpRange> Parse(std::string_view text);

  // `address` must be numeric. An IPv6 address is in no range unless it represents an IPv4 address
  // ("::ffff:a.b.c.d").
  bool Contains(std::string_view address) const;
};

}  // namespace rowhouse
