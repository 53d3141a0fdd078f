#pragma once
// The entities of a query, page by page, with the next page asked for in advance.

#include "client/calls/connection.h"

#include <memory>
#include <rowhouse/query.h>
#include <string>

namespace rowhouse::tables {

// Nothing is sent before the first Next().
std::shared_ptr<EntityStream> OpenQuery(std::shared_ptr<const Connection> connection,
                                        std::string table, QueryOptions options);

}  // namespace rowhouse::tables
