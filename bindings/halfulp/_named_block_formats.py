"""The named block formats as constants.

Their names are their own but for `mxint8_blocks`: `halfulp.mxint8` is the format of the
elements of the block format "mxint8".
"""

from halfulp._block_formats import block_format

mxfp8_e5m2 = block_format("mxfp8_e5m2")
mxfp8_e4m3 = block_format("mxfp8_e4m3")
mxint8_blocks = block_format("mxint8")
bfp8_b = block_format("bfp8_b")
mxfp6_e3m2 = block_format("mxfp6_e3m2")
mxfp6_e2m3 = block_format("mxfp6_e2m3")
mxfp4 = block_format("mxfp4")
nvfp4 = block_format("nvfp4")
nvfp4_4over6 = block_format("nvfp4_4over6")
hif4 = block_format("hif4")
