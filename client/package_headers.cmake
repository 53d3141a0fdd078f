# Script mode: writes the SDK's headers to OUT as they are installed, with the includes of this tree
# ("base/guid.h") turned into those of the package (<rowhouse/core/base/guid.h>). See CMakeLists.txt.
cmake_minimum_required(VERSION 3.25)

function(write_header source target)
  file(READ ${source} text)
  string(REGEX REPLACE "(#include )\"([^\"]+)\"" "\\1<rowhouse/core/\\2>" text "${text}")
  file(WRITE ${target} "${text}")
endfunction()

file(REMOVE_RECURSE ${OUT}/rowhouse)
foreach(header IN LISTS PUBLIC_HEADERS)
  write_header(${ROOT}/client/${header} ${OUT}/${header})
endforeach()
foreach(header IN LISTS CORE_HEADERS)
  write_header(${ROOT}/${header} ${OUT}/rowhouse/core/${header})
endforeach()
