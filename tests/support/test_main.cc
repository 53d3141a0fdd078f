// The main() of every test program.
#define BOOST_TEST_MODULE rowhouse
#include <boost/test/unit_test.hpp>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ROWHOUSE_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ROWHOUSE_SANITIZED
#endif
#if defined(ROWHOUSE_SANITIZED) && defined(NDEBUG)
#error "preconditions must be checked in sanitizer builds: NDEBUG must not be defined"
#endif
