#include "table_service/traffic/request_log.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

using Word = std::pair<std::string_view AnsweredRequest::*, std::string LoggedRequest::*>;
constexpr Word kWords[] = {
    {&AnsweredRequest::id, &LoggedRequest::id},
    {&AnsweredRequest::client, &LoggedRequest::client},
    {&AnsweredRequest::account, &LoggedRequest::account},
    {&AnsweredRequest::method, &LoggedRequest::method},
    {&AnsweredRequest::code, &LoggedRequest::code},
};

}  // namespace

void RequestLog::Record(const AnsweredRequest& request) {
  Ring& ring = IsFailure(request.status, request.code) ? failed_ : succeeded_;
  Place& place = ring.places[ring.count.fetch_add(1, std::memory_order_relaxed) % kKept];
  const MutexLock lock(place.mutex);
  place.is_complete = false;
  LoggedRequest& kept = place.request;
  kept.answered = request.answered;
  kept.duration = request.duration;
  kept.status = request.status;
  for (const auto& [from, to] : kWords) (kept.*to).assign((request.*from).substr(0, kWordBytesMax));
  kept.target.assign(request.target.substr(0, kTargetBytesMax));
  kept.reason.assign(request.reason.substr(0, kReasonBytesMax));
  place.is_complete = true;
}

std::vector<LoggedRequest> RequestLog::Latest(
    std::size_t max, const std::function<bool(const LoggedRequest&)>& wanted) const {
  std::vector<LoggedRequest> latest;
  for (const Ring* const ring : {&succeeded_, &failed_}) {
    for (const Place& place : ring->places) {
      const MutexLock lock(place.mutex);
      if (place.is_complete && wanted(place.request)) latest.push_back(place.request);
    }
  }
  std::sort(latest.begin(), latest.end(),
            [](const LoggedRequest& a, const LoggedRequest& b) { return a.answered > b.answered; });
  latest.resize(std::min(latest.size(), max));
  return latest;
}

}  // namespace rowhouse
