#pragma once
// Entities as they are written: by their Timestamps, which any Table service has.

#include <optional>
#include <rowhouse/entity.h>
#include <set>
#include <string>
#include <tuple>

namespace rowhouse::cli {

// Which versions of entities were seen. A version with an earlier Timestamp may become visible
// after one with a later one, so each question reaches back a little, and what it brings again is
// left out. Memory grows with the entities written in that time.
class ChangeWindow {
 public:
  // Changes from `start` on.
  explicit ChangeWindow(tables::DateTime start) : latest_(start) {}

  // Ask for entities with a Timestamp from here on.
  tables::DateTime From() const;
  // Whether this version was not there before; it is from now on.
  bool Take(const tables::Entity& entity);

 private:
  using Version = std::tuple<tables::DateTime, std::string, std::string>;

  tables::DateTime latest_;
  std::set<Version> seen_;
};

}  // namespace rowhouse::cli
