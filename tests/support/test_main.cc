// The main() of every test program.
#define BOOST_TEST_MODULE rowhouse
#include "tests/support/sanitized.h"

#include <boost/test/unit_test.hpp>

#if defined(ROWHOUSE_SANITIZED) && defined(NDEBUG)
#error "preconditions must be checked in sanitizer builds: NDEBUG must not be defined"
#endif
