# Run by CPack before it packs what was installed: adds the changelog that Debian's tools look for. Its date is
# $SOURCE_DATE_EPOCH, or now.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(GLOB folders ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/doc/*)
foreach(folder IN LISTS folders)
  cmake_path(GET folder FILENAME package)
  file(CONFIGURE OUTPUT ${folder}/changelog @ONLY CONTENT
[[@package@ (@CPACK_PACKAGE_VERSION@) stable; urgency=medium

  * What has changed is in CHANGELOG.md beside this file.

 -- @CPACK_PACKAGE_CONTACT@  @date@
]])
  execute_process(COMMAND gzip -9n ${folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()
