#ifndef CPASSEXPAT_SHIM_H
#define CPASSEXPAT_SHIM_H

#include <expat.h>

#endif
