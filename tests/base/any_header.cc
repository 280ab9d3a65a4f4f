// Compiled by ctest under flags that the library refuses, and once without any.
#include "halfulp/base/binary64.h"
