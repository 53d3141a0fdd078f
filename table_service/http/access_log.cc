#include "table_service/http/access_log.h"

#include "entity/unicode.h"
#include "table_service/http/service_call.h"

#include <algorithm>
#include <chrono>
#include <spdlog/spdlog.h>

namespace rowhouse::http {

void LogAnswer(const ServiceCall& call, const Response& response) {
  if (!spdlog::should_log(spdlog::level::debug)) return;
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - call.begin;
  spdlog::debug("{} {} {} {} bytes {:.1f} ms {}", call.request.method,
                WithoutSignature(call.request.target), response.status, response.body.size(),
                time.count(), call.request_id);
}

std::string WithoutSignature(std::string_view target) {
  const std::size_t query = std::min(target.find('?'), target.size());
  std::string text(target.substr(0, query));
  std::string_view rest = target.substr(query);
  while (!rest.empty()) {  // each round takes a separator and the item behind it
    const std::size_t end = std::min(rest.find('&', 1), rest.size());
    const std::string_view item = rest.substr(0, end);
    rest.remove_prefix(end);
    const std::size_t equals = std::min(item.find('='), item.size());
    const auto name = PercentDecode(item.substr(1, equals - 1));
    const bool secret = !name || EqualsIgnoringAsciiCase(*name, "sig");
    text += secret ? item.substr(0, 1) : item;
    if (secret) text += "***";
  }
  return text;
}

}  // namespace rowhouse::http
