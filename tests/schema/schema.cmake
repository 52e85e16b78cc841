# The JSON Schema that the program prints, held against experiments by a validator that others keep.
find_package(Python3 COMPONENTS Interpreter)
add_test(NAME schema.validates
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/schema/validate.py
                 $<TARGET_FILE:orthant> ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/schema)
