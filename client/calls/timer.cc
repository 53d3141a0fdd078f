#include "client/calls/timer.h"

#include <boost/asio/steady_timer.hpp>
#include <pplx/threadpool.h>
#include <utility>

namespace rowhouse::tables {
namespace {

class AsioAlarm final : public Alarm {
 public:
  AsioAlarm(std::chrono::steady_clock::time_point time, std::function<void()> action)
      : timer_(crossplat::threadpool::shared_instance().service(), time) {
    timer_.async_wait([action = std::move(action)](const boost::system::error_code& error) {
      if (!error) action();
    });
  }

 private:
  boost::asio::steady_timer timer_;
};

}  // namespace

std::shared_ptr<Alarm> RunAt(std::chrono::steady_clock::time_point time,
                             std::function<void()> action) {
  return std::make_shared<AsioAlarm>(time, std::move(action));
}

}  // namespace rowhouse::tables
