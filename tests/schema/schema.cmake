# The JSON Schema that the program prints, held against experiments by a validator that others keep.
function(orthant_has_jsonschema result candidate)
  execute_process(COMMAND ${candidate} -c "import jsonschema; jsonschema.Draft202012Validator"
                  RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()
find_program(ORTHANT_PYTHON python3 VALIDATOR orthant_has_jsonschema)
add_test(NAME schema.validates
         COMMAND ${ORTHANT_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/schema/validate.py
                 $<TARGET_FILE:orthant> ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/schema)
