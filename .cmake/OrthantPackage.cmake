# What is installed beside the library and the program: the package for Python, the schema, words that
# shells complete, and experiments. And all of it as a package for Debian: cpack, in the build folder.
set(ORTHANT_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where the package for Python is installed")
install(
  DIRECTORY ${PROJECT_BINARY_DIR}/python/orthant
  DESTINATION ${ORTHANT_PYTHON_DIR} OPTIONAL
  PATTERN copied EXCLUDE
  PATTERN __pycache__ EXCLUDE)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/experiments
  DESTINATION ${CMAKE_INSTALL_DATADIR}/orthant
  PATTERN app EXCLUDE
  PATTERN python EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/orthant RENAME copyright)
foreach(text "orthant/orthant.schema.json schema" "bash-completion/completions/orthant completion bash"
             "zsh/vendor-completions/_orthant completion zsh")
  separate_arguments(words UNIX_COMMAND ${text})
  list(POP_FRONT words path)
  get_filename_component(folder ${path} DIRECTORY)
  install(CODE "execute_process(COMMAND $<TARGET_FILE:orthant> ${words} COMMAND_ERROR_IS_FATAL ANY
                OUTPUT_FILE ${PROJECT_BINARY_DIR}/said)")
  get_filename_component(name ${path} NAME)
  install(FILES ${PROJECT_BINARY_DIR}/said DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name})
endforeach()

# Who links the library needs what it was built with.
file(STRINGS ${PROJECT_SOURCE_DIR}/.ci/packages.txt headers REGEX "-dev$")
list(FILTER headers EXCLUDE REGEX "benchmark|cli11|fcl|gmock|gtest|pybind11|python3")
list(JOIN headers ", " headers)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME orthant)
set(CPACK_PACKAGE_CONTACT "The Orthant developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Rigid-body dynamics with contact, friction and joints")
set(CPACK_PACKAGE_DESCRIPTION "A program, a C++20 library and a package for Python for research in non-smooth rigid-body dynamics: each step solves the laws of contact themselves, to a stated tolerance, by methods that have names.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${ORTHANT_PYTHON_DEPENDS}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-matplotlib, ${headers}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "chromium, ffmpeg, libgtest-dev, python3-scipy")
include(CPack)
