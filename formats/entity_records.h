#pragma once
// The tables and entities of a JSON text in any of the forms of json_records.h: each entity as the
// body of an insert, each table by its name. For the command's import and for the server's seeds.

#include "formats/json_records.h"

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

struct EntityRecord {
  std::string table = {};        // that a header or a database names; empty: the text names none
  std::string_view entity = {};  // good until the next Next(); empty: only the table is named
  std::uint64_t line = 0;
  std::uint64_t end = 0;  // the byte after it
};

struct RecordFault {
  std::uint64_t line = 0;
  std::string what = {};
  std::string_view text =
      {};  // the record; good until the next Next(). Empty: nothing can be read on
};

class EntityRecords {
 public:
  // `account`: only the tables of this account of Azurite's database; empty: all of them, which then
  // must have names of their own. `in` is at its beginning and must outlive the reader.
  EntityRecords(std::istream& in, std::string account)
      : records_(in), account_(std::move(account)) {}

  // The next one; none at the end. After a fault with a text the next record can be read.
  std::optional<tl::expected<EntityRecord, RecordFault>> Next();

 private:
  using Read = tl::expected<std::optional<EntityRecord>, std::string>;

  Read ReadRecord(const JsonRecord& record);
  Read ReadAzurite(const JsonRecord& record);
  tl::expected<bool, std::string> IsWanted(const std::string& account, const std::string& table);

  JsonRecords records_;
  const std::string account_;
  bool any_wanted_ = false;
  std::set<std::string> others_;               // accounts whose tables were not taken
  std::map<std::string, std::string> owners_;  // accounts by the tables of a database, lower case
  std::string table_;                          // of the last header
  std::string text_;                           // of the last entity of a database
  bool ended_ = false;
};

}  // namespace rowhouse
