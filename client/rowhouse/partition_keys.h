#pragma once
// Synthetic PartitionKeys, for spreading what would crowd one partition or run along one edge of
// the keys.
//
//   JoinedKey    several properties in one key; point reads know all of them
//   HashSuffix   a natural key and a number made from another property: spread, and point reads
//                still know the key
//   RandomSuffix a natural key and a random number: spread for writers that know nothing else; a
//                read asks all suffixes (fan_out.h)

#include <cstddef>
#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/query.h>
#include <rowhouse/table_client.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

// Joins the texts of several properties with a separator. Characters that keys must not have, the
// separator and '%' inside a part are percent-encoded, so that different parts give different keys.
class JoinedKey {
 public:
  // std::invalid_argument: no names, or a separator that keys must not have.
  explicit JoinedKey(std::vector<std::string> properties, char separator = '-');

  // PropertyError: one is absent. "RowKey" and "PartitionKey" may be named too.
  std::string Of(const Entity& entity) const;
  // From the values themselves, in the order of the names.
  std::string OfParts(const std::vector<Value>& parts) const;
  void SetKey(Entity& entity) const { entity.SetPartitionKey(Of(entity)); }

  // The entity that has these values. Errors as TableClient::TryGet().
  std::optional<Entity> TryGet(const TableClient& table, const std::vector<Value>& parts,
                               std::string_view row_key, const CallOptions& call = {}) const;

 private:
  std::vector<std::string> properties_;
  char separator_;
};

// The keys "natural.000" to "natural.399" for 400 suffixes: as many digits as the last one needs,
// so that their order is that of the numbers and one range holds them all.
class SuffixSet {
 public:
  // std::invalid_argument: no suffixes or more than a million, or a separator that keys must not
  // have.
  explicit SuffixSet(std::size_t count, char separator = '.');

  std::size_t Count() const { return count_; }
  // REQUIRES: suffix < Count()
  std::string Key(std::string_view natural, std::size_t suffix) const;
  // The suffix of a key that Key(natural, ...) made.
  std::optional<std::size_t> SuffixOf(std::string_view natural, std::string_view key) const;

 private:
  std::size_t count_;
  std::size_t digits_;
  char separator_;
};

// A random suffix.
class RandomSuffix {
 public:
  explicit RandomSuffix(std::size_t count, char separator = '.') : suffixes_(count, separator) {}

  const SuffixSet& Suffixes() const { return suffixes_; }
  std::string Of(std::string_view natural) const;
  // Looks for a row whose suffix is not known: asks all suffixes with one query. Nothing if there
  // is none; the first by key if there are several.
  std::optional<Entity> TryGet(const TableClient& table, std::string_view natural,
                               std::string_view row_key, const CallOptions& call = {}) const;

 private:
  SuffixSet suffixes_;
};

// A suffix from a stable hash of one property's text (docs/hot-partitions.md says which), modulo
// the count.
class HashSuffix {
 public:
  // `property` may be "RowKey".
  HashSuffix(std::string property, std::size_t count, char separator = '.')
      : property_(std::move(property)), suffixes_(count, separator) {}

  const SuffixSet& Suffixes() const { return suffixes_; }
  std::string Of(std::string_view natural, const Value& value) const;
  // PropertyError: the property is absent.
  std::string Of(std::string_view natural, const Entity& entity) const;
  void SetKey(Entity& entity, std::string_view natural) const {
    entity.SetPartitionKey(Of(natural, entity));
  }

  // The entity of this natural key, row and value: a point read.
  std::optional<Entity> TryGet(const TableClient& table, std::string_view natural,
                               std::string_view row_key, const Value& value,
                               const CallOptions& call = {}) const;

 private:
  std::string property_;
  SuffixSet suffixes_;
};

}  // namespace rowhouse::tables
