#include "table_service/wire/access_log.h"

#include "base/secrets.h"

#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <spdlog/spdlog.h>

namespace rowhouse::wire {
void LogAnswer(const ReceivedRequest& received, const Response& response) {
  if (!spdlog::should_log(spdlog::level::debug)) return;
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - received.begin;
  spdlog::debug("{} {} {} {} bytes {:.1f} ms {}", WithoutSecrets(received.request.method),
                WithoutSecrets(received.request.target), response.status, response.body.size(),
                time.count(), received.id);
}

std::string OneLine(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      fmt::format_to(std::back_inserter(line), "\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace rowhouse::wire
