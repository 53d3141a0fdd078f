# Manual pages and completions are made of what the programs say of themselves.
#
# rowhouse_speaker(VARIABLE PROGRAM): sets the variable to the path of a PROGRAM that can be run to say it: the one
# that is built, or when cross-compiling the one in ROWHOUSE_NATIVE_PROGRAMS.
include_guard()

function(rowhouse_speaker variable program)
  if(NOT CMAKE_CROSSCOMPILING)
    set(${variable} $<TARGET_FILE:${program}> PARENT_SCOPE)
    return()
  endif()
  set(native ${ROWHOUSE_NATIVE_PROGRAMS}/${program})
  if(NOT EXISTS ${native})
    message(FATAL_ERROR "${native} does not exist. The manual pages are made of what it says, so build ${program} for this "
      "machine first (./run --build), and name its folder with -D ROWHOUSE_NATIVE_PROGRAMS=FOLDER")
  endif()
  set(${variable} ${native} PARENT_SCOPE)
endfunction()
