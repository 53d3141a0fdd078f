# Script mode: writes OUT, a source file that says which commit SOURCE is of. A checkout asks git. An archive that git
# made has the commit in packaging/commit.txt; anything else has none. OUT is only touched if it changes.
cmake_minimum_required(VERSION 3.25)
set(commit "")
if(EXISTS ${SOURCE}/.git)
  # Named, so that no repository around the sources answers.
  execute_process(COMMAND git --git-dir=${SOURCE}/.git rev-parse --verify HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_VARIABLE error)
  if(NOT status EQUAL 0)
    message(NOTICE "--version will not say the commit, because git does not: ${status} ${error}")
  endif()
elseif(EXISTS ${SOURCE}/packaging/commit.txt)
  file(STRINGS ${SOURCE}/packaging/commit.txt commit LIMIT_COUNT 1)
endif()
# Always as long, because git's own choice depends on how much of the history a clone has.
if(commit MATCHES "^[0-9a-f]+$")
  string(SUBSTRING "${commit}" 0 12 commit)
else()
  set(commit "")
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
#include "base/version_line.h"

std::string_view rowhouse::BuiltFromCommit() { return "@commit@"; }
]])
