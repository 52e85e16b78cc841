# The package for Python, where it is built.
if(NOT ORTHANT_PYTHON_PACKAGE OR NOT TARGET orthant_python)
  return()
endif()
add_test(
  NAME python.package
  COMMAND ${ORTHANT_PYTHON_OF_PACKAGE} -m pytest -q -p no:cacheprovider ${CMAKE_CURRENT_SOURCE_DIR}/python)
set_tests_properties(
  python.package PROPERTIES COST 300 ENVIRONMENT "PYTHONPATH=${ORTHANT_PYTHON_PACKAGE};PYTHONDONTWRITEBYTECODE=1"
                            SKIP_REGULAR_EXPRESSION "No module named pytest")
# As pip installs it, from what is built.
set(place ${CMAKE_CURRENT_BINARY_DIR}/python_installed)
add_test(
  NAME python.pip
  COMMAND
    ${CMAKE_COMMAND} -E env ORTHANT_BUILD=${PROJECT_BINARY_DIR} ${ORTHANT_PYTHON_OF_PACKAGE} -m pip install
    --quiet --disable-pip-version-check --no-index --no-build-isolation --no-deps --upgrade
    --target ${place} ${PROJECT_SOURCE_DIR})
add_test(NAME python.installed COMMAND ${ORTHANT_PYTHON_OF_PACKAGE} -c
                                       "import orthant; orthant.program(); print(orthant.versions())")
add_test(NAME python.command COMMAND ${place}/bin/orthant list)
set_tests_properties(python.pip PROPERTIES FIXTURES_SETUP python_installed
                                           SKIP_REGULAR_EXPRESSION "No module named pip")
set_tests_properties(
  python.installed python.command PROPERTIES FIXTURES_REQUIRED python_installed ENVIRONMENT "PYTHONPATH=${place}")
