#pragma once
// How much of an entity its text has.

namespace rowhouse::cli {

struct TextStyle {
  bool plain = false;   // without types, for programs that would take them for a part of names
  bool system = false;  // with Timestamp and ETag
  bool bom = false;     // a byte order mark in front of CSV, by which Excel knows UTF-8
};

}  // namespace rowhouse::cli
