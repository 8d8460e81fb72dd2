#ifndef CPASSSYSTEM_H
#define CPASSSYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

#if defined(__linux__)
// Swift's module of the C library leaves these two out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

/// Accepts a connection whose descriptor doesn't block and isn't inherited by child processes; -1 and `errno` on failure.
/// accept4 is declared under _GNU_SOURCE only, which Swift's view of the C library doesn't set.
int CPassSystem_accept(int listener, struct sockaddr *address, socklen_t *length);

/// Makes a stream socket that doesn't block and isn't inherited; -1 and `errno` on failure.
/// The flags that do this in one call have a different Swift type on each platform.
int CPassSystem_stream_socket(int family);

/// recv(2) and send(2) of a socket that doesn't block; send raises no SIGPIPE where a flag can say so.
/// On Linux they go straight to the system: the C library's own are points where a thread can be cancelled, which in a process
/// of several threads costs each call two atomic operations, and nothing here cancels threads.
ssize_t CPassSystem_receive(int descriptor, void *buffer, size_t length, int flags);
ssize_t CPassSystem_send(int descriptor, const void *buffer, size_t length);

/// How many bytes that were sent on a TCP socket the peer hasn't acknowledged; -1 and `errno` on failure.
/// ioctl takes any number of arguments, which Swift doesn't import, and Darwin has a socket option for it.
int CPassSystem_unacknowledged(int descriptor);

/// Whether the peer of a TCP socket has ended its sending or broken the connection, also while bytes that it sent before are unread.
/// The event of poll(2) that tells it is declared under _GNU_SOURCE only; Darwin has none, and there the answer is 0 while bytes are unread.
int CPassSystem_peer_has_ended(int descriptor);

/// The process's environment: texts NAME=VALUE, and a null pointer after the last one.
/// Swift refuses the C library's variable, since other threads could change it.
char **CPassSystem_environment(void);

/// Replacements for malloc, realloc and free with the signatures that OpenSSL requires; the file and the line are ignored. They end the
/// process with a message when there is no memory. A handshake calls them hundreds of times, so they are written in C.
void *CPassSystem_allocate(size_t size, const char *file, int line);
void *CPassSystem_reallocate(void *memory, size_t size, const char *file, int line);
void CPassSystem_free(void *memory, const char *file, int line);

/// Takes the code and constants of the program and its libraries out of resident memory, on Linux. The pages that are needed again come
/// back from the page cache. Breakpoints that a debugger has set are lost.
void CPassSystem_release_program_pages(void);

/// Returns the place at which the bytes of `part` first occur; NULL if they don't. The time is in proportion to the lengths, not to their
/// product. memmem is declared under _GNU_SOURCE only.
const void *CPassSystem_find(const void *bytes, size_t count, const void *part, size_t part_count);

/// Gives memory that was freed back to the system, where the C library can be told to.
/// malloc_trim is glibc's own, in a header that isn't part of Swift's module Glibc.
void CPassSystem_trim(void);

/// Lets this process reserve less address space than glibc's usual 64 MiB for each of up to eight arenas a processor, and 8 MiB for each
/// thread's stack; to be called before a second thread begins.
void CPassSystem_save_address_space(void);

/// A pointer that each thread has for itself, and that is null at first.
/// Swift's task-local values cost every read a hundred instructions and more, which is too much for what each request does several times.
extern _Thread_local void *CPassSystem_thread_value;
static inline void *CPassSystem_value_of_thread(void) { return CPassSystem_thread_value; }
static inline void CPassSystem_set_value_of_thread(void *value) { CPassSystem_thread_value = value; }

/// Asks for the processor's larger pages for memory that begins and ends with one; without effect where there are none.
/// madvise's constant for it is Linux's own, and Swift's module of the C library leaves it out.
void CPassSystem_use_large_pages(void *memory, size_t length);

/// Whether the signal has no effect on this process. Where sigaction keeps the function differs from platform to platform.
int CPassSystem_is_ignored(int number);

/// Installs a handler that writes the number of each of the signals, one byte, into a pipe instead of its usual effect; called once in a
/// process.
///
/// The first signal also gives back 16 MiB of address space that are reserved here. Without them a process that has reached its limit
/// never stops: Dispatch needs threads for that, and tries without end to make them.
/// Returns the descriptor to read from, which doesn't block; -1 and `errno` on failure.
int CPassSystem_catch_signals(const int *numbers, int count);

#if defined(__linux__)
/// A flag of epoll_ctl(2) that Swift imports with a sign, or not at all with older headers.
static inline uint32_t CPassSystem_EPOLLEXCLUSIVE(void) { return (uint32_t)1 << 28; }
#endif

#endif
