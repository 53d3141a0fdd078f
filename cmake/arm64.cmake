# Toolchain: Linux on arm64, with Debian's compiler for it and the libraries in build/sysroot-arm64. scripts/package
# --arch arm64 makes that folder.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++-12)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(ROWHOUSE_DEBIAN_ARCHITECTURE arm64)
cmake_path(SET CMAKE_SYSROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-arm64)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Libraries' headers name themselves in messages: no program is to contain the folder that it was built in.
set(CMAKE_CXX_FLAGS_INIT -ffile-prefix-map=${CMAKE_SYSROOT}=)
