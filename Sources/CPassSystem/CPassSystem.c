#define _GNU_SOURCE
#include "CPassSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>

#if !defined(__linux__)
static int harden(int descriptor) {
    if (descriptor < 0) return -1;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}
#endif

int CPassSystem_accept(int listener, struct sockaddr *address, socklen_t *length) {
#if defined(__linux__)
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    return harden(accept(listener, address, length));
#endif
}

int CPassSystem_stream_socket(int family) {
#if defined(__linux__)
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
#else
    return harden(socket(family, SOCK_STREAM, 0));
#endif
}

ssize_t CPassSystem_receive(int descriptor, void *buffer, size_t length, int flags) {
#if defined(__linux__)
    return syscall(SYS_recvfrom, descriptor, buffer, length, flags, NULL, NULL);
#else
    return recv(descriptor, buffer, length, flags);
#endif
}

ssize_t CPassSystem_send(int descriptor, const void *buffer, size_t length) {
#if defined(__linux__)
    return syscall(SYS_sendto, descriptor, buffer, length, MSG_NOSIGNAL, NULL, 0);
#else
    return send(descriptor, buffer, length, 0);
#endif
}

int CPassSystem_unacknowledged(int descriptor) {
    int count = 0;
#if defined(__linux__)
    return ioctl(descriptor, TIOCOUTQ, &count) == 0 ? count : -1;
#else
    socklen_t size = sizeof count;
    return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? count : -1;
#endif
}
