# How `cmake --install` and `cpack` treat the programs. Three components, each a package of its own:
#   server    rowhoused, with its manual page and its unit for systemd
#   command   rowhouse, with its manual page and completions
#   client    the C++ client library; its rules are in client/CMakeLists.txt
# The client is installed only when it is asked for (--component client), so that an installation of
# the programs does not need it built.
set(CPACK_PACKAGE_NAME rowhouse)
set(CPACK_PACKAGE_VENDOR "The Rowhouse authors")
set(CPACK_PACKAGE_CONTACT "The Rowhouse authors <maintainers@rowhouse.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Entity store that speaks the Azure Table protocol")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL server command client)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_SERVER_FILE_NAME rowhoused-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_COMMAND_FILE_NAME rowhouse-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_CLIENT_FILE_NAME rowhouse-client-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/add_changelog.cmake)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # finds the packages of shared libraries; needs dpkg-dev
if(CMAKE_CROSSCOMPILING)  # scripts/package_deb.sh tells dpkg where the packages of these libraries are noted
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${ROWHOUSE_DEBIAN_ARCHITECTURE})
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME rowhoused)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION database)
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS passwd)  # useradd, for the scripts; the libraries are added
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS rowhouse)
set(CPACK_DEBIAN_SERVER_PACKAGE_SUGGESTS sqlite3)
foreach(script postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/${script})
endforeach()
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENT_SERVER_DESCRIPTION
  "Serves the REST API of Azure Table storage from SQLite files,\none for each partition.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME rowhouse)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION database)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION
  "Reads, writes, imports, exports and copies tables of a Rowhouse server\nor of the cloud.")
set(CPACK_DEBIAN_CLIENT_PACKAGE_NAME librowhouse-client-dev)
set(CPACK_DEBIAN_CLIENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CLIENT_PACKAGE_DEPENDS
  "libcpprest-dev, libfmt-dev, libpugixml-dev, libsimdjson-dev, libssl-dev")
set(CPACK_COMPONENT_CLIENT_DESCRIPTION
  "C++ client library for tables of a Rowhouse server or of the cloud,\nwith its CMake package and a file for pkg-config.")

# Debian wants the licence of each package in a file "copyright" of the package's own.
include(GNUInstallDirs)
function(install_licence component package)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} ${ARGN})
  install(FILES ${PROJECT_SOURCE_DIR}/NOTICE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} ${ARGN})
endfunction()
install_licence(server rowhoused)
install_licence(command rowhouse)
install_licence(client librowhouse-client-dev EXCLUDE_FROM_ALL)

include(CPack)
