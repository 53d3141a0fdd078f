#pragma once
// Entities as JSON bodies and out of JSON answers. <simdjson.h> stops at the .cc files.

#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/query.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

// Appends {"PartitionKey":...,"RowKey":...,...} in minimal metadata, without null properties.
void AppendEntityBody(std::string& out, const Entity& entity);

// Thrown by the readers of answers; the call turns it into a TableError.
class UnreadableAnswer : public std::exception {
 public:
  explicit UnreadableAnswer(const char* what) : what_(what) {}
  const char* what() const noexcept override { return what_; }

 private:
  const char* what_;
};

// An answer with one entity, and one with a set. Members in any order; values that do not fit their
// annotation throw UnreadableAnswer.
Entity ReadEntity(std::string_view body);
std::vector<Entity> ReadEntitySet(std::string_view body);

// The names of an answer to a query of tables.
std::vector<std::string> ReadTableSet(std::string_view body);

// The code and the first line of the message of an error document in JSON or XML. Empty where there
// is none.
struct ErrorText {
  std::string code = {};
  std::string message = {};
};
ErrorText ReadError(std::string_view body);

}  // namespace rowhouse::tables
