# The C interface of HDF5, serial, as Debian or HDF5's own installation lays it out: HDF5C::HDF5C.
find_path(HDF5C_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5C_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HDF5C REQUIRED_VARS HDF5C_LIBRARY HDF5C_INCLUDE_DIR)
mark_as_advanced(HDF5C_INCLUDE_DIR HDF5C_LIBRARY)
if(HDF5C_FOUND AND NOT TARGET HDF5C::HDF5C)
  add_library(HDF5C::HDF5C INTERFACE IMPORTED)
  set_target_properties(HDF5C::HDF5C PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${HDF5C_INCLUDE_DIR}"
                                                INTERFACE_LINK_LIBRARIES "${HDF5C_LIBRARY}")
endif()
