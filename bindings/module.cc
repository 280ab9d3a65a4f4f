#include "bindings/bind.h"
#include "halfulp/base/version.h"

PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
  using namespace halfulp::bindings;
  m.attr("version") = halfulp::kVersion;
  bind_formats(m);
  bind_rounding(m);
  bind_codes(m);  // after what it takes
  bind_explain(m);
  bind_blocks(m);
  bind_models(m);
  bind_sums(m);
  bind_reference(m);
  bind_metrics(m);
  bind_experiments(m);
}
