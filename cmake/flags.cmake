# What the results rest on: with contraction, a*b + c is rounded once instead of twice.
# Everything links this target; it is exported, so that inline functions in the headers
# mean the same in a user's program. Link-time optimisation stays off: it moves
# arithmetic across the floating-point guard.
add_library(halfulp_fp INTERFACE)
target_compile_features(halfulp_fp INTERFACE cxx_std_20)
target_compile_options(
  halfulp_fp INTERFACE -ffp-contract=off $<BUILD_INTERFACE:-fno-math-errno>)

# -Wdouble-promotion: a silent float -> double changes the numbers.
add_library(halfulp_warnings INTERFACE)
target_compile_options(
  halfulp_warnings INTERFACE -Wall -Wextra -Wconversion -Wdouble-promotion -Wshadow
                             $<$<BOOL:${HALFULP_WERROR}>:-Werror>)
