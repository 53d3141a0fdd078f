# Joined sources need different names in their unnamed namespaces. At -O3 this takes longer, not less.
option(ROWHOUSE_JOIN_SOURCES "Compile up to eight sources of a layer as one: half to two thirds of the time at -O1" OFF)

# rowhouse_layer(NAME [USES LAYER...] [LIBRARIES TARGET...] SOURCES FILE... [ALSO_LISTED FILE...]
#   [ALSO_LISTED_USES LAYER...] [PRECOMPILED SET])
#
# One library per folder. NAME and each USES are folders from the root ("entity", "table_service/store/sqlite").
# USES is both the link line and the include rule: the build stops on an include of a folder that is
# not listed, on "..", on an include without a folder, and on a .cc file that SOURCES does not name.
# The target is called after the folder with '/' replaced by '_'. ALSO_LISTED names files of the folder
# that another target compiles (a main.cc); these alone may include from ALSO_LISTED_USES, too. PRECOMPILED
# names a set of Precompiled.cmake (default: standard).
function(rowhouse_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILED" "USES;LIBRARIES;SOURCES;ALSO_LISTED;ALSO_LISTED_USES")
  string(REPLACE "/" "_" target "${name}")
  string(REPLACE "/" "_" used_targets "${arg_USES}")
  add_library(${target} STATIC ${arg_SOURCES})
  target_link_libraries(${target} PUBLIC rowhouse_options ${used_targets} ${arg_LIBRARIES})
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED standard)
  endif()
  rowhouse_use_precompiled(${target} ${arg_PRECOMPILED})
  if(ROWHOUSE_JOIN_SOURCES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    # g++ takes a joined source for a header.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  rowhouse_check_layer(${target} ${name} "${arg_USES}" "${arg_SOURCES}"
    ALSO_LISTED ${arg_ALSO_LISTED} ALSO_LISTED_USES ${arg_ALSO_LISTED_USES})
endfunction()

# Makes TARGET depend on the include rule of the folder NAME (see above).
function(rowhouse_check_layer target name uses sources)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "ALSO_LISTED;ALSO_LISTED_USES")
  file(GLOB files CONFIGURE_DEPENDS *.h *.cc)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${target}_layer_ok)
  add_custom_command(OUTPUT ${stamp} DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/CheckLayer.cmake VERBATIM
    COMMAND ${CMAKE_COMMAND} -D LAYER=${name} "-DUSES=${uses}" "-DSOURCES=${sources}"
            "-DALSO_LISTED=${arg_ALSO_LISTED}" "-DALSO_LISTED_USES=${arg_ALSO_LISTED_USES}"
            -D DIR=${CMAKE_CURRENT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/CheckLayer.cmake
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp})
  add_custom_target(${target}_layer DEPENDS ${stamp})
  add_dependencies(${target} ${target}_layer)
endfunction()
