"""OpenSSL's own client, driven through its library for what Python's `ssl` and `openssl s_client` can't do many times."""

import ctypes
import ctypes.util
import select

from raw import PATIENCE_SECONDS

SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE = 2, 3
SSL_KEY_UPDATE_REQUESTED = 1

_ssl = ctypes.CDLL(ctypes.util.find_library("ssl") or "libssl.so.3")
for name in ("TLS_client_method", "SSL_CTX_new", "SSL_new"):
    getattr(_ssl, name).restype = ctypes.c_void_p
_ssl.SSL_CTX_new.argtypes = [ctypes.c_void_p]
_ssl.SSL_CTX_free.argtypes = [ctypes.c_void_p]
_ssl.SSL_new.argtypes = [ctypes.c_void_p]
_ssl.SSL_free.argtypes = [ctypes.c_void_p]
_ssl.SSL_set_fd.argtypes = [ctypes.c_void_p, ctypes.c_int]
_ssl.SSL_connect.argtypes = [ctypes.c_void_p]
_ssl.SSL_get_error.argtypes = [ctypes.c_void_p, ctypes.c_int]
_ssl.SSL_key_update.argtypes = [ctypes.c_void_p, ctypes.c_int]
_ssl.SSL_do_handshake.argtypes = [ctypes.c_void_p]
_ssl.SSL_write.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
_ssl.SSL_read.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]


class OpenSSLPeer:
    """A TLS connection over a connected socket, which stays the caller's to close. It trusts anybody."""

    def __init__(self, connection):
        self._socket = connection
        connection.setblocking(False)
        self._context = _ssl.SSL_CTX_new(_ssl.TLS_client_method())
        self._session = _ssl.SSL_new(self._context)
        _ssl.SSL_set_fd(self._session, connection.fileno())

    def __enter__(self):
        try:
            assert self._finish(lambda: _ssl.SSL_connect(self._session)) == 1
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Frees what the library holds; leaving the block, or a handshake that fails, does it."""
        _ssl.SSL_free(self._session)
        _ssl.SSL_CTX_free(self._context)

    def change_keys(self):
        """Sends a KeyUpdate that asks for one in return; whether it could be sent."""
        if _ssl.SSL_key_update(self._session, SSL_KEY_UPDATE_REQUESTED) != 1:
            return False
        return self._finish(lambda: _ssl.SSL_do_handshake(self._session)) == 1

    def send(self, data):
        return self._finish(lambda: _ssl.SSL_write(self._session, data, len(data))) == len(data)

    def receive(self):
        """Some bytes; none when the other side has closed."""
        buffer = ctypes.create_string_buffer(65_536)
        count = self._finish(lambda: _ssl.SSL_read(self._session, buffer, len(buffer)))
        return buffer.raw[: max(0, count)]

    def _finish(self, step):
        while True:
            result = step()
            if result > 0:
                return result
            error = _ssl.SSL_get_error(self._session, result)
            if error == SSL_ERROR_WANT_READ:
                ready = select.select([self._socket], [], [], PATIENCE_SECONDS)
            elif error == SSL_ERROR_WANT_WRITE:
                ready = select.select([], [self._socket], [], PATIENCE_SECONDS)
            else:
                return result
            assert any(ready), f"nothing happened for {PATIENCE_SECONDS} s"
