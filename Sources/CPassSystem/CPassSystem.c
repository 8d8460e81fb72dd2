#define _GNU_SOURCE
#include "CPassSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#if defined(__linux__)
#include <link.h>
#include <sys/syscall.h>
#endif
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__APPLE__)
#include <crt_externs.h>
#endif

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

_Thread_local void *CPassSystem_thread_value;

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

int CPassSystem_peer_has_ended(int descriptor) {
#if defined(POLLRDHUP)
    struct pollfd entry = {descriptor, POLLRDHUP, 0};
    return poll(&entry, 1, 0) > 0;
#else
    char byte;
    ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
#endif
}

char **CPassSystem_environment(void) {
#if defined(__APPLE__)
    return *_NSGetEnviron();
#else
    return environ;
#endif
}

static void *obtained(void *memory) {
    if (memory) return memory;
    static const char message[] = "pass-simulator: OpenSSL can't get more memory.\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    abort();
}

void *CPassSystem_allocate(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return size == 0 ? NULL : obtained(malloc(size));
}

void *CPassSystem_reallocate(void *memory, size_t size, const char *file, int line) {
    (void)file, (void)line;
    if (size > 0) return obtained(realloc(memory, size));
    free(memory);
    return NULL;
}

void CPassSystem_free(void *memory, const char *file, int line) {
    (void)file, (void)line;
    free(memory);
}

#if defined(__linux__)
static int has_text_relocations(const struct dl_phdr_info *object) {
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_DYNAMIC) continue;
        for (const ElfW(Dyn) *entry = (void *)(object->dlpi_addr + segment->p_vaddr); entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 1;
        }
    }
    return 0;
}

static int release_pages(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    // Pages that the loader has changed can't be read again.
    if (has_text_relocations(object)) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        start = (start + page - 1) & ~(page - 1);
        end &= ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}
#endif

void CPassSystem_release_program_pages(void) {
#if defined(__linux__)
    dl_iterate_phdr(release_pages, NULL);
#endif
}

const void *CPassSystem_find(const void *bytes, size_t count, const void *part, size_t part_count) {
    return memmem(bytes, count, part, part_count);
}

void CPassSystem_trim(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

void CPassSystem_use_large_pages(void *memory, size_t length) {
#if defined(MADV_HUGEPAGE)
    madvise(memory, length, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)length;
#endif
}

void CPassSystem_save_address_space(void) {
#if defined(__GLIBC__)
    // No more threads than processors allocate at once.
    mallopt(M_ARENA_MAX, (int)sysconf(_SC_NPROCESSORS_ONLN) + 1);
    const size_t stack = 1 << 20;
    pthread_attr_t attributes;
    size_t usual = 0;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    if (pthread_attr_getstacksize(&attributes, &usual) == 0 && usual > stack &&
        pthread_attr_setstacksize(&attributes, stack) == 0) {
        pthread_setattr_default_np(&attributes);
    }
    pthread_attr_destroy(&attributes);
#endif
}

int CPassSystem_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static const size_t reserve_size = 16 << 20;
static _Atomic(void *) reserve = NULL;
static int signal_writer = -1;

static void pass_signal_on(int number) {
    int error = errno;
    void *held = atomic_exchange(&reserve, NULL);
    if (held) munmap(held, reserve_size);
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(signal_writer, &byte, 1);
    (void)written;
    errno = error;
}

int CPassSystem_catch_signals(const int *numbers, int count) {
    int ends[2];
#if defined(__linux__)
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
#else
    if (pipe(ends) != 0 || harden(ends[0]) < 0 || harden(ends[1]) < 0) return -1;
#endif
    signal_writer = ends[1];
    // Writable, so that it counts towards a limit on data, too; it takes no memory, since nothing is written.
    void *held = mmap(NULL, reserve_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    atomic_store(&reserve, held == MAP_FAILED ? NULL : held);
    struct sigaction action = {.sa_handler = pass_signal_on, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < count; index++) sigaction(numbers[index], &action, NULL);
    return ends[0];
}
