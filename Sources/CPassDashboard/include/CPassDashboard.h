#ifndef CPASSDASHBOARD_H
#define CPASSDASHBOARD_H

#include <stddef.h>

/// A file of the dashboard. Its bytes are constants of the program and have no NUL at their end.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t length;
} CPassDashboardFile;

/// The file with that index, in no order that matters; NULL beyond the last one.
const CPassDashboardFile *CPassDashboard_file(size_t index);

#endif
