#pragma once
// The type of a column of texts without types.

#include <rowhouse/value.h>
#include <string_view>

namespace rowhouse::cli {

// Which types the texts of a column could have.
class TypeGuess {
 public:
  void Add(std::string_view text);
  // The one that all of them have: Edm.String unless they are Booleans, numbers, dates with a time,
  // or GUIDs throughout.
  tables::ValueType Type() const;

 private:
  bool any_ = false;
  bool booleans_ = true;
  bool integers_ = true;  // Int64; also Int32 unless big_
  bool doubles_ = true;
  bool dates_ = true;
  bool guids_ = true;
  bool big_ = false;
};

}  // namespace rowhouse::cli
