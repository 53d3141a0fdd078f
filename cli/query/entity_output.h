#pragma once
// Entities on stdout, as a table, JSON or typed CSV.

#include "cli/text/text_style.h"

#include <cstddef>
#include <memory>
#include <rowhouse/entity.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

// Takes entities one by one, any number of them, in bounded memory.
class EntityPrinter {
 public:
  virtual ~EntityPrinter() = default;
  void Add(const tables::Entity& entity) {
    ++count_;
    Take(entity);
  }
  std::size_t Count() const { return count_; }  // added so far
  virtual void Flush() {}                       // prints what it holds back, if it can
  virtual void Finish() = 0;

 private:
  virtual void Take(const tables::Entity& entity) = 0;

  std::size_t count_ = 0;
};

// The columns that a table shows besides the keys; empty: those that the entities have.
struct EntityColumns {
  std::vector<std::string> names = {};
  TextStyle style = {};
};

// "table": aligned columns, a page at a time. "expanded": a property a line. "json": one array. "jsonl": typed JSON lines, as
// export writes them, without a header. "csv": typed CSV; its columns are known at the end, so it
// is kept in a file meanwhile.
std::unique_ptr<EntityPrinter> MakeEntityPrinter(const std::string& form, EntityColumns columns);

// Writes to stdout. CommandError kFailure: it cannot be written.
void PrintOut(const std::string& text);

// One entity, a line for each property with its type.
void PrintProperties(const tables::Entity& entity);

}  // namespace rowhouse::cli
