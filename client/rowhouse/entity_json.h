#pragma once
// An entity as one line of JSON, in UTF-8, that keeps every type: the wire form of minimal metadata
// without system properties other than the keys, which come first. Equal entities with equal property
// order give equal text.

#include <rowhouse/entity.h>
#include <string>
#include <string_view>

namespace rowhouse::tables {

// {"PartitionKey":"p","RowKey":"r","Age":42,"Big@odata.type":"Edm.Int64","Big":"9007199254740993"}
// without line break. Null properties are left out.
std::string ToTypedJson(const Entity& entity);
// The same, appended to `out`.
void AppendTypedJson(std::string& out, const Entity& entity);

// Reads what ToTypedJson() writes, and anything that the service takes as the body of an insert. An
// integer without a type that a double cannot hold is an Int64. Timestamp and odata.etag become the
// entity's Timestamp() and ETag(); other members called odata.* are skipped. std::invalid_argument: not
// such a text, or without both keys, or with an integer that no type can hold.
Entity FromTypedJson(std::string_view text);

}  // namespace rowhouse::tables
