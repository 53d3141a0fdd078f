#include "table_service/operations/allowed_methods.h"

#include "base/ascii.h"

namespace rowhouse::operations {

std::string_view AllowedMethods(const ServiceCall& call) {
  using Kind = ResourceAddress::Kind;
  const std::string_view comp = call.options.comp ? std::string_view(*call.options.comp) : "";
  if (EqualsIgnoringAsciiCase(comp, "stats")) return "GET, OPTIONS";
  if (!comp.empty()) return "GET, OPTIONS, PUT";
  const auto resource = ParseAddress(call.address.resource_path);
  if (!resource) return "DELETE, GET, MERGE, OPTIONS, PATCH, POST, PUT";
  switch (resource->kind) {
    case Kind::kTables:
    case Kind::kEntities:
      return "GET, OPTIONS, POST";
    case Kind::kTable:
      return "DELETE, GET, OPTIONS";
    case Kind::kEntity:
      return "DELETE, GET, MERGE, OPTIONS, PATCH, PUT";
    case Kind::kBatch:
      return "OPTIONS, POST";
    case Kind::kService:
    case Kind::kMetadata:
      return "GET, OPTIONS";
  }
  return "";
}

}  // namespace rowhouse::operations
