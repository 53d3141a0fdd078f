#pragma once
// The parts of a TableClient, for the code of the library that sends requests of its own.

#include <memory>
#include <rowhouse/table_client.h>
#include <string>

namespace rowhouse::tables {

struct TableClientParts {
  static const std::shared_ptr<const Connection>& ConnectionOf(const TableClient& client) {
    return client.connection_;
  }
  static const std::string& TableOf(const TableClient& client) { return client.table_; }
};

}  // namespace rowhouse::tables
