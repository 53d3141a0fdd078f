#pragma once
// Whether the program is built with a sanitizer.

namespace rowhouse::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ROWHOUSE_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ROWHOUSE_SANITIZED
#endif

#if defined(ROWHOUSE_SANITIZED)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace rowhouse::test
