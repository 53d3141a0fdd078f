# Headers that are read once instead of for each source file, which halves the time of a build. Several sets,
# because not everything uses the same libraries:
#   standard   the C++ library and fmt: for everything
#   service    those, Boost.Asio, Boost.Beast's HTTP and spdlog: for what serves HTTP
#   command    those of standard and CLI11: for command lines
#   test       those of standard and Boost.Test
# A source file still includes all that it uses: the suite `includes` builds without precompiled headers, and
# fails where one does not.
# The target precompiled_headers makes all sets; a checker that reads how files are compiled needs them.
include_guard()

# Caches of compiled objects (ccache) work across folders only without precompiled headers.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompile_default OFF)
else()
  set(precompile_default ON)
endif()
option(ROWHOUSE_PRECOMPILE "Precompile the headers of libraries" ${precompile_default})

add_custom_target(precompiled_headers)

set(standard_headers <algorithm> <array> <charconv> <chrono> <cstdint> <functional> <map> <memory> <mutex> <optional>
  <span> <stdexcept> <string> <string_view> <thread> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# rowhouse_precompiled(SET [LIBRARIES TARGET...] HEADERS HEADER...): defines one of the sets.
function(rowhouse_precompiled set)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;HEADERS")
  if(NOT ROWHOUSE_PRECOMPILE)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/precompiled_${set}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(precompiled_${set} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(precompiled_${set} PRIVATE rowhouse_options fmt::fmt ${arg_LIBRARIES})
  target_precompile_headers(precompiled_${set} PRIVATE ${standard_headers} ${arg_HEADERS})
  add_dependencies(precompiled_headers precompiled_${set})
endfunction()

# rowhouse_use_precompiled(TARGET SET): compiles the target with the set.
function(rowhouse_use_precompiled target set)
  if(NOT ROWHOUSE_PRECOMPILE)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM precompiled_${set})
  # g++ 12 takes what it precompiled for code of ours and warns where it inlines std::string (GCC bug 105651).
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds$<SEMICOLON>-Wno-stringop-overflow$<SEMICOLON>-Wno-stringop-overread>)
endfunction()

rowhouse_precompiled(standard HEADERS <filesystem>)
rowhouse_precompiled(service LIBRARIES spdlog::spdlog OpenSSL::SSL HEADERS <filesystem>
  <boost/asio/io_context.hpp> <boost/asio/ip/tcp.hpp> <boost/asio/post.hpp> <boost/asio/read.hpp> <boost/asio/ssl/stream.hpp>
  <boost/asio/steady_timer.hpp> <boost/asio/write.hpp> <boost/beast/core/flat_buffer.hpp> <boost/beast/http/parser.hpp>
  <boost/beast/http/string_body.hpp> <spdlog/spdlog.h>)
rowhouse_precompiled(command LIBRARIES CLI11::CLI11 HEADERS <filesystem> <fstream> <CLI/App.hpp>)
if(ROWHOUSE_TESTS)
  rowhouse_precompiled(test LIBRARIES Boost::unit_test_framework HEADERS <boost/test/unit_test.hpp>)
  if(ROWHOUSE_PRECOMPILE)
    target_compile_definitions(precompiled_test PRIVATE BOOST_TEST_DYN_LINK)
    target_compile_options(precompiled_test PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endif()
