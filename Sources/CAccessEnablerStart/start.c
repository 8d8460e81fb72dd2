#include "CAccessEnablerStart.h"

// Swift defines it, in StandardPlatform+Install.swift.
extern void access_enabler_install_standard_platform(void);

__attribute__((constructor)) static void start(void) {
    access_enabler_install_standard_platform();
}
