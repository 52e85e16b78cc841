# The plug-ins of docs/example are put into the program, and templates of what is written beside them:
# `orthant new` begins with them. Each is its name and its text, as the C++ beside it reads them.
set(new_plugin ${CMAKE_CURRENT_BINARY_DIR}/new_plugin)
set(example ${PROJECT_SOURCE_DIR}/docs/example)
file(
  GLOB new_plugin_sources CONFIGURE_DEPENDS
  ${example}/plugins/*.hpp ${example}/half_square_slider.json
  ${CMAKE_CURRENT_SOURCE_DIR}/new_plugin/templates/*.in)
set(files "")
foreach(file ${new_plugin_sources})
  get_filename_component(name ${file} NAME)
  string(APPEND files ".asciz \"${name}\"\n.incbin \"${file}\"\n.byte 0\n")
endforeach()
file(
  CONFIGURE
  OUTPUT
  ${new_plugin}/sources.S
  CONTENT
    [[.section .rodata
.global orthant_new_files
orthant_new_files:
@files@.byte 0
.section .note.GNU-stack, "", %progbits
]]
  @ONLY)
set_source_files_properties(${new_plugin}/sources.S PROPERTIES OBJECT_DEPENDS
                                                               "${new_plugin_sources}")
