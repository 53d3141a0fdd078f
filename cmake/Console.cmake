# rowhouse_build_console(SOURCE): makes the C++ file SOURCE, which has the web console as data, from console/.
# Needs Node.js 18 or later, npm, and once the npm registry.
function(rowhouse_build_console source)
  find_program(ROWHOUSE_NODE node)
  find_program(ROWHOUSE_NPM npm)
  if(NOT ROWHOUSE_NODE OR NOT ROWHOUSE_NPM)
    message(FATAL_ERROR "The web console is built with Node.js and npm, which are missing here. Install them "
      "(Debian: nodejs npm), or configure with -DROWHOUSE_CONSOLE=OFF to build without the console.")
  endif()
  set(console ${PROJECT_SOURCE_DIR}/console)
  set(packages ${console}/node_modules/.package-lock.json)
  add_custom_command(OUTPUT ${packages} VERBATIM WORKING_DIRECTORY ${console}
    DEPENDS ${console}/package.json ${console}/package-lock.json ${console}/fetch_packages.sh
    COMMENT "Fetching what the web console is built with from the npm registry"
    COMMAND ${console}/fetch_packages.sh ${ROWHOUSE_NPM})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${console}/src/*)
  add_custom_command(OUTPUT ${source} VERBATIM WORKING_DIRECTORY ${console}
    DEPENDS ${packages} ${files} ${console}/build.mjs ${console}/embed.mjs ${console}/tsconfig.json
    COMMENT "Bundling the web console"
    COMMAND ${ROWHOUSE_NODE} embed.mjs ${source})
endfunction()
