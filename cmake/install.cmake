# Makes find_package(halfulp) and pkg-config work against an installed tree: targets
# halfulp::halfulp and halfulp::experiments, modules halfulp and halfulp-experiments.
# The tree may be moved: no file in it names the place where it was installed.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/halfulp)

set_target_properties(halfulp_fp PROPERTIES EXPORT_NAME fp)
set_target_properties(halfulp_experiments PROPERTIES EXPORT_NAME experiments)

install(TARGETS halfulp_fp halfulp EXPORT halfulp-targets FILE_SET HEADERS)
# "experiments/..." is found inside include/halfulp and does not clutter include.
install(TARGETS halfulp_experiments EXPORT halfulp-targets
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfulp)
install(TARGETS halfulp-experiment)

install(EXPORT halfulp-targets NAMESPACE halfulp:: DESTINATION ${package_dir})
configure_package_config_file(
  cmake/halfulp-config.cmake.in ${PROJECT_BINARY_DIR}/halfulp-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/halfulp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/halfulp-config.cmake
              ${PROJECT_BINARY_DIR}/halfulp-config-version.cmake
        DESTINATION ${package_dir})

# For those who do not use CMake.
set(pc_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix ${pc_dir} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix ${pc_to_prefix})
get_target_property(fp_options halfulp_fp INTERFACE_COMPILE_OPTIONS)
string(GENEX_STRIP "${fp_options}" fp_options)
list(JOIN fp_options " " pc_fp_options)
foreach(module IN ITEMS halfulp halfulp-experiments)
  configure_file(cmake/${module}.pc.in ${PROJECT_BINARY_DIR}/${module}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${module}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
