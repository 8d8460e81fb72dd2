#ifndef CPASSZLIB_SHIM_H
#define CPASSZLIB_SHIM_H

#include <zlib.h>

/* deflateInit2 is a macro that adds the version and the size of z_stream; negative window bits mean raw DEFLATE. */
static inline int CPassZlib_deflateInitRaw(z_stream *stream, int windowBits, int memoryLevel) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -windowBits, memoryLevel, Z_DEFAULT_STRATEGY);
}

/* inflateInit2 is a macro for the same reason. */
static inline int CPassZlib_inflateInitRaw(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
