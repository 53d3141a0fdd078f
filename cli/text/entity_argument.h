#pragma once
// An entity from the command line.
//
//   Name=Ada Age=36 Big@int64=42 Zip@string=01234     one argument for each property
//   {"Name":"Ada","Big@odata.type":"Edm.Int64","Big":"42"}   or one JSON object

#include <rowhouse/entity.h>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::cli {

// The entity of `key` with these properties. A value without a type gets the one that JSON would
// see (GuessValue). Failure, as a text for a person: an unknown type, an invalid value, a name
// twice.
tl::expected<tables::Entity, std::string> EntityFromArguments(
    tables::EntityKey key, const std::vector<std::string>& arguments);

}  // namespace rowhouse::cli
