# The plug-ins of docs/example are put into the program: `orthant new` begins with them.
set(new_plugin ${CMAKE_CURRENT_BINARY_DIR}/new_plugin)
set(marks "")
set(plugins ${PROJECT_SOURCE_DIR}/docs/example/plugins)
set(new_plugin_sources "")
foreach(each ncp=halfway joint=squared_distance linear_solver=conjugate_gradients integrator=shake)
  string(REPLACE "=" ";" each ${each})
  list(GET each 0 kind)
  list(GET each 1 file)
  string(APPEND marks ".global orthant_${kind}_begin, orthant_${kind}_end\n"
                      "orthant_${kind}_begin: .incbin \"${plugins}/${file}.hpp\"\n"
                      "orthant_${kind}_end: .byte 0\n")
  list(APPEND new_plugin_sources ${plugins}/${file}.hpp)
endforeach()
file(
  CONFIGURE
  OUTPUT
  ${new_plugin}/sources.S
  CONTENT
    [[.section .rodata
@marks@.section .note.GNU-stack, "", %progbits
]]
  @ONLY)
set_source_files_properties(${new_plugin}/sources.S PROPERTIES OBJECT_DEPENDS
                                                               "${new_plugin_sources}")
