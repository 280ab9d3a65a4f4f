# Makes find_package(halfulp) work against an installed tree:
# targets halfulp::halfulp and halfulp::experiments.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/halfulp)

set_target_properties(halfulp_fp PROPERTIES EXPORT_NAME fp)
set_target_properties(halfulp_experiments PROPERTIES EXPORT_NAME experiments)
target_include_directories(
  halfulp INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# "experiments/..." is found inside include/halfulp and does not clutter include.
target_include_directories(
  halfulp_experiments
  INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/halfulp>)

install(TARGETS halfulp_fp halfulp halfulp_experiments EXPORT halfulp-targets)
install(TARGETS halfulp-experiment)
install(
  DIRECTORY lib/halfulp ${PROJECT_BINARY_DIR}/generated/halfulp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.h"
  PATTERN "*-inl.h" EXCLUDE) # Highway code for our own kernels
install(
  DIRECTORY experiments
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfulp
  FILES_MATCHING
  PATTERN "*.h")

install(EXPORT halfulp-targets NAMESPACE halfulp:: DESTINATION ${package_dir})
configure_package_config_file(
  cmake/halfulp-config.cmake.in ${PROJECT_BINARY_DIR}/halfulp-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/halfulp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/halfulp-config.cmake
              ${PROJECT_BINARY_DIR}/halfulp-config-version.cmake
        DESTINATION ${package_dir})
