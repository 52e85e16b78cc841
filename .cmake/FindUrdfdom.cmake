# urdfdom, with the TinyXML that it reads by and the console_bridge that it speaks by:
# Urdfdom::Urdfdom.
find_path(Urdfdom_INCLUDE_DIR urdf_parser/urdf_parser.h PATH_SUFFIXES urdfdom)
find_path(Urdfdom_MODEL_INCLUDE_DIR urdf_model/model.h PATH_SUFFIXES urdfdom_headers)
find_path(Urdfdom_TINYXML_INCLUDE_DIR tinyxml.h)
find_library(Urdfdom_LIBRARY urdfdom_model)
find_library(Urdfdom_BRIDGE_LIBRARY console_bridge)
find_library(Urdfdom_TINYXML_LIBRARY tinyxml)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Urdfdom
  REQUIRED_VARS Urdfdom_LIBRARY Urdfdom_BRIDGE_LIBRARY Urdfdom_TINYXML_LIBRARY Urdfdom_INCLUDE_DIR
                Urdfdom_MODEL_INCLUDE_DIR Urdfdom_TINYXML_INCLUDE_DIR)
mark_as_advanced(Urdfdom_LIBRARY Urdfdom_BRIDGE_LIBRARY Urdfdom_TINYXML_LIBRARY Urdfdom_INCLUDE_DIR
                 Urdfdom_MODEL_INCLUDE_DIR Urdfdom_TINYXML_INCLUDE_DIR)
if(Urdfdom_FOUND AND NOT TARGET Urdfdom::Urdfdom)
  add_library(Urdfdom::Urdfdom INTERFACE IMPORTED)
  set(_urdfdom_includes ${Urdfdom_INCLUDE_DIR} ${Urdfdom_MODEL_INCLUDE_DIR}
                        ${Urdfdom_TINYXML_INCLUDE_DIR})
  list(REMOVE_DUPLICATES _urdfdom_includes)
  set_target_properties(
    Urdfdom::Urdfdom
    PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_urdfdom_includes}"
               INTERFACE_LINK_LIBRARIES
               "${Urdfdom_LIBRARY};${Urdfdom_BRIDGE_LIBRARY};${Urdfdom_TINYXML_LIBRARY}")
endif()
