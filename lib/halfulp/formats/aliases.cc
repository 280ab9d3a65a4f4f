#include "halfulp/formats/aliases.h"

#include <array>

namespace halfulp {
namespace {

// For each format: IEEE 754; NumPy, ml_dtypes and torch; C; LLVM and MLIR; OCP and PTX; Triton.
//
// Left out are names that mean different sets in different places, and Triton's fp8e4b15,
// whose bias of 15 no format here has.
constexpr std::array kAliases = {
    Alias{"binary64", "fp64"},
    Alias{"float64", "fp64"},
    Alias{"double", "fp64"},
    Alias{"IEEEdouble", "fp64"},
    Alias{"f64", "fp64"},
    Alias{"binary32", "fp32"},
    Alias{"float32", "fp32"},
    Alias{"single", "fp32"},
    Alias{"IEEEsingle", "fp32"},
    Alias{"f32", "fp32"},
    Alias{"TensorFloat32", "tf32"},
    Alias{"FloatTF32", "tf32"},
    Alias{"binary16", "fp16"},
    Alias{"float16", "fp16"},
    Alias{"half", "fp16"},
    Alias{"IEEEhalf", "fp16"},
    Alias{"f16", "fp16"},
    Alias{"bfloat16", "bf16"},
    Alias{"BFloat", "bf16"},

    Alias{"float8_e5m2", "e5m2"},
    Alias{"Float8E5M2", "e5m2"},
    Alias{"f8E5M2", "e5m2"},
    Alias{"fp8_e5m2", "e5m2"},
    Alias{"ocp_e5m2", "e5m2"},
    Alias{"float8e5", "e5m2"},
    Alias{"fp8e5", "e5m2"},
    Alias{"float8_e4m3", "e4m3"},
    Alias{"Float8E4M3", "e4m3"},
    Alias{"f8E4M3", "e4m3"},
    Alias{"float8_e4m3fn", "e4m3fn"},
    Alias{"Float8E4M3FN", "e4m3fn"},
    Alias{"f8E4M3FN", "e4m3fn"},
    Alias{"fp8_e4m3fn", "e4m3fn"},
    Alias{"ocp_e4m3", "e4m3fn"},
    Alias{"float8e4nv", "e4m3fn"},
    Alias{"fp8e4nv", "e4m3fn"},
    Alias{"float8_e4m3fnuz", "e4m3fnuz"},
    Alias{"Float8E4M3FNUZ", "e4m3fnuz"},
    Alias{"f8E4M3FNUZ", "e4m3fnuz"},
    Alias{"float8e4b8", "e4m3fnuz"},
    Alias{"fp8e4b8", "e4m3fnuz"},
    Alias{"float8_e5m2fnuz", "e5m2fnuz"},
    Alias{"Float8E5M2FNUZ", "e5m2fnuz"},
    Alias{"f8E5M2FNUZ", "e5m2fnuz"},
    Alias{"float8e5b16", "e5m2fnuz"},
    Alias{"fp8e5b16", "e5m2fnuz"},
    Alias{"float8_e4m3b11fnuz", "e4m3b11fnuz"},
    Alias{"Float8E4M3B11FNUZ", "e4m3b11fnuz"},
    Alias{"f8E4M3B11FNUZ", "e4m3b11fnuz"},
    Alias{"float8_e3m4", "e3m4"},
    Alias{"Float8E3M4", "e3m4"},
    Alias{"f8E3M4", "e3m4"},

    Alias{"HiFloat8", "hif8"},
    Alias{"ocp_int8", "mxint8"},
    Alias{"float8_e8m0fnu", "e8m0fnu"},
    Alias{"Float8E8M0FNU", "e8m0fnu"},
    Alias{"f8E8M0FNU", "e8m0fnu"},
    Alias{"E8M0", "e8m0fnu"},
    Alias{"ocp_e8m0", "e8m0fnu"},
    Alias{"ue8m0", "e8m0fnu"},
    Alias{"float6_e3m2fn", "e3m2fn"},
    Alias{"Float6E3M2FN", "e3m2fn"},
    Alias{"f6E3M2FN", "e3m2fn"},
    Alias{"E3M2", "e3m2fn"},
    Alias{"ocp_e3m2", "e3m2fn"},
    Alias{"float6_e2m3fn", "e2m3fn"},
    Alias{"Float6E2M3FN", "e2m3fn"},
    Alias{"f6E2M3FN", "e2m3fn"},
    Alias{"E2M3", "e2m3fn"},
    Alias{"ocp_e2m3", "e2m3fn"},
    Alias{"float4_e2m1fn", "e2m1fn"},
    Alias{"Float4E2M1FN", "e2m1fn"},
    Alias{"f4E2M1FN", "e2m1fn"},
    Alias{"E2M1", "e2m1fn"},
    Alias{"ocp_e2m1", "e2m1fn"},
};

}  // namespace

std::span<const Alias> format_aliases() { return kAliases; }

}  // namespace halfulp
