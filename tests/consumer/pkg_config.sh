#!/bin/sh
# pkg_config.sh FOLDER COMPILER [FLAG ...]: compiles and runs pkg_config.cc as a user without
# CMake does; FOLDER holds the .pc files.
set -eu
export PKG_CONFIG_PATH="$1"
shift
source=$(dirname "$0")/pkg_config.cc
# pkg-config writes spaces in paths as a shell reads them.
eval "set -- \"\$@\" -std=c++20 \"\$source\" -o pkg_config \
  $(pkg-config --cflags --libs halfulp-experiments)"
echo "$@"
"$@"
./pkg_config
