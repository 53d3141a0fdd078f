#pragma once
// Entities as JSON objects, in one line each.

#include "cli/text/text_style.h"

#include <rowhouse/entity.h>
#include <string>

namespace rowhouse::cli {

// Appends typed JSON (rowhouse/entity_json.h), with the members odata.etag and Timestamp in front when
// `style` asks for them. Plain: without annotations; an Int64 is a number, and what is no number in
// JSON (NaN, infinities) null.
void AppendJson(std::string& out, const tables::Entity& entity, const TextStyle& style);

}  // namespace rowhouse::cli
