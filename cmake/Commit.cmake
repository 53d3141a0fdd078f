# The commit that the programs are built from, for --version. It is in one generated source, which is compiled anew when
# another commit is checked out, and which only the programs are linked with: no library changes with the commit.
#
# The target build_commit defines rowhouse::BuiltFromCommit() of base/version_line.h.
include_guard()

set(commit_source ${PROJECT_BINARY_DIR}/build_commit.cc)
set(commit_marks) # files that git changes when another commit is checked out
find_program(GIT_PROGRAM git)
if(GIT_PROGRAM AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  foreach(name logs/HEAD HEAD)
    execute_process(COMMAND ${GIT_PROGRAM} --git-dir=${PROJECT_SOURCE_DIR}/.git rev-parse --git-path ${name}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE mark OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    cmake_path(ABSOLUTE_PATH mark BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(EXISTS ${mark} AND NOT IS_DIRECTORY ${mark})
      list(APPEND commit_marks ${mark})
    endif()
  endforeach()
endif()

add_custom_command(OUTPUT ${commit_source} VERBATIM COMMENT "Reading which commit this is"
  DEPENDS ${PROJECT_SOURCE_DIR}/cmake/WriteCommit.cmake ${PROJECT_SOURCE_DIR}/packaging/commit.txt ${commit_marks}
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D OUT=${commit_source}
          -P ${PROJECT_SOURCE_DIR}/cmake/WriteCommit.cmake)
add_library(build_commit OBJECT ${commit_source})
target_link_libraries(build_commit PRIVATE rowhouse_options)
