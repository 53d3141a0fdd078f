#pragma once
// All limits of the service in one place. Sources: the Table service's published limits (spec
// section 10) and sections 6.1, 6.2, 6.6, 7.7 and 8.2 of the protocol notes. The names state the
// units: bytes, or UTF-16 units where the service counts those.

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace rowhouse::limits {

// One entity.
inline constexpr std::size_t kEntityBytesMax = 1U << 20U;  // counted by CheckStorable()
inline constexpr std::size_t kCustomPropertiesMax = 252;   // 255 with the three system properties
inline constexpr std::size_t kPropertyNameUnitsMax = 255;  // UTF-16 units
inline constexpr std::size_t kStringUnitsMax = 32768;      // UTF-16 units, 64 KiB
inline constexpr std::size_t kBinaryBytesMax = 65536;
inline constexpr std::size_t kKeyUnitsMax = 1024;  // UTF-16 units, for each of the two keys

// One request.
inline constexpr std::size_t kBodyBytesMax = 4U << 20U;
inline constexpr std::size_t kHeaderBytesMax = 64U << 10U;  // request line and all header fields
inline constexpr std::size_t kHeaderFieldsMax = 256;
// The request target: two keys of 1,024 units fit, percent-encoded.
inline constexpr std::size_t kTargetBytesMax = 32U << 10U;
inline constexpr std::size_t kClientRequestIdBytesMax = 1024;
inline constexpr std::size_t kJsonDepthMax = 16;

// One transaction, one page, one filter.
inline constexpr std::size_t kBatchOperationsMax = 100;
inline constexpr std::size_t kPageEntitiesMax = 1000;
inline constexpr std::size_t kSelectedNamesMax = 255;
inline constexpr std::size_t kFilterDepthMax = 800;       // nesting; bounds the parser's recursion
inline constexpr std::size_t kPageBytesMax = 16U << 20U;  // of an answer's body; ends a page early
inline constexpr std::chrono::seconds kPageTimeMax{5};

// Tables.
inline constexpr std::size_t kTableNameMin = 3;
inline constexpr std::size_t kTableNameMax = 63;

// Settings: access policies, service properties.
inline constexpr std::size_t kAccessPoliciesMax = 5;  // of one table
inline constexpr std::size_t kPolicyIdUnitsMax = 64;  // UTF-16 units
inline constexpr int kRetentionDaysMax = 365;
inline constexpr std::size_t kCorsRulesMax = 5;
inline constexpr std::size_t kCorsOriginsMax = 64;        // of one rule
inline constexpr std::size_t kCorsHeadersMax = 64;        // literal names in one list
inline constexpr std::size_t kCorsHeaderPrefixesMax = 2;  // names that end with '*' in one list
inline constexpr std::size_t kCorsItemBytesMax = 256;     // a name or an origin
inline constexpr std::size_t kCorsBytesMax = 2048;        // all rules, without markup
inline constexpr std::size_t kXmlBytesMax = 64U << 10U;   // far more than any valid document
inline constexpr std::size_t kXmlDepthMax = 8;
inline constexpr std::size_t kXmlNodesMax = 1000;

static_assert(kEntityBytesMax < kBodyBytesMax, "a batch must hold one full entity");
static_assert(kTargetBytesMax < kHeaderBytesMax, "the request line is a part of the head");
static_assert(kTargetBytesMax > 2 * kKeyUnitsMax * 9, "an address with two full keys must fit");

}  // namespace rowhouse::limits
