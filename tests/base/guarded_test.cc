#include "base/guarded.h"

#include "base/background.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <new>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>
#include <stdexcept>
#include <string>

namespace rowhouse {
namespace {

// Records the log lines instead of printing them.
class LogCatcher {
 public:
  LogCatcher() : before_(spdlog::default_logger()) {
    auto logger = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    logger->set_pattern("%l %v");
    spdlog::set_default_logger(std::move(logger));
  }
  ~LogCatcher() { spdlog::set_default_logger(before_); }
  LogCatcher(const LogCatcher&) = delete;
  LogCatcher& operator=(const LogCatcher&) = delete;

  std::string Text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

struct NoStdException {};

}  // namespace

BOOST_AUTO_TEST_SUITE(GuardedTest)

BOOST_AUTO_TEST_CASE(RunsWork) {
  const LogCatcher log;
  bool ran = false;
  BOOST_TEST(RunGuarded("work", {}, [&] { ran = true; }));
  BOOST_TEST(ran);
  BOOST_TEST(log.Text() == "");
}

BOOST_AUTO_TEST_CASE(LogsWhateverIsThrown) {
  const LogCatcher log;
  BOOST_TEST(!RunGuarded("a job", {}, [] { throw std::runtime_error("on purpose"); }));
  BOOST_TEST(!RunGuarded("request", "7", [] { throw std::bad_alloc(); }));
  BOOST_TEST(!RunGuarded("request", "8", [] { throw NoStdException(); }));
  BOOST_TEST(log.Text() ==
             "error a job failed: on purpose\n"
             "error request 7 failed: std::bad_alloc\n"
             "error request 8 failed: an exception that is not a std::exception\n");
}

BOOST_AUTO_TEST_CASE(ABackgroundThreadContinuesAfterAJobThatThrows) {
  const LogCatcher log;
  std::atomic<int> done = 0;
  {
    Background background;
    background.Post([] { throw std::runtime_error("on purpose"); });
    background.Post([&] { ++done; });
  }
  BOOST_TEST(done == 1);
  BOOST_TEST(log.Text() == "error a background job failed: on purpose\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
