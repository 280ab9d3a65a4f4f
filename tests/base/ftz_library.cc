// What crtfastmath.o does to every process that loads a library linked with -ffast-math.
#if defined(__x86_64__)
#include <xmmintrin.h>

__attribute__((constructor)) static void switch_ftz_and_daz_on() {
  _mm_setcsr(_mm_getcsr() | 0x8040);
}
#endif
