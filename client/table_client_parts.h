#pragma once
// The parts of a TableClient, for the code of the library that sends requests of its own.

#include <memory>
#include <rowhouse/table_client.h>
#include <string>
#include <string_view>

namespace rowhouse::tables {

struct TableClientParts {
  static const std::shared_ptr<const Connection>& ConnectionOf(const TableClient& client) {
    return client.connection_;
  }
  static const std::string& TableOf(const TableClient& client) { return client.table_; }
};

inline EntityKey KeyOf(std::string_view partition_key, std::string_view row_key) {
  return {.partition = std::string(partition_key), .row = std::string(row_key)};
}

}  // namespace rowhouse::tables
