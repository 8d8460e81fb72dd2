#ifndef CPASSHIREDIS_SHIM_H
#define CPASSHIREDIS_SHIM_H

#include <stdlib.h>

/* Only the protocol is used: commands are formatted and replies read here, but the connections are this project's own. Versions before 1.0
   have no TLS. */
#if __has_include(<hiredis/hiredis.h>)
#include <hiredis/hiredis.h>
#else
#include <hiredis.h>
#endif

/* The limit on the memory that a reader keeps between replies is a member, which versions declare with different types. */
static inline void CPassHiredis_keep_no_buffer(redisReader *reader) { reader->maxbuf = 65536; }

#endif
