#include "table_service/wire/message.h"

namespace rowhouse::wire {

std::string_view Request::Path() const {
  return std::string_view(target).substr(0, target.find('?'));
}

std::string_view Request::Query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

}  // namespace rowhouse::wire
