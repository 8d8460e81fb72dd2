"""A hello of TLS 1.2 with any bytes as the server's name, and what the server says to it before anything is secret."""

import os
import socket
from dataclasses import dataclass

from cryptography import x509

from raw import PATIENCE_SECONDS

ALERT, HANDSHAKE = 21, 22
CERTIFICATE = 11
# An alert (RFC 8446, section 6.2).
UNRECOGNIZED_NAME = 112


@dataclass(frozen=True)
class Shown:
    """What came: the number of a fatal alert, or the certificate."""

    alert: int | None = None
    certificate: x509.Certificate | None = None

    @property
    def hosts(self):
        """The domain names and addresses in the certificate."""
        names = self.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        addresses = [str(address) for address in names.get_values_for_type(x509.IPAddress)]
        return names.get_values_for_type(x509.DNSName) + addresses


def sized(size, *parts):
    content = b"".join(parts)
    return len(content).to_bytes(size, "big") + content


def extension(kind, content):
    return kind.to_bytes(2, "big") + sized(2, content)


def hello(name):
    """A client's first record (RFC 5246, section 7.4.1.2); `None` as name leaves the extension out."""
    extensions = [
        extension(10, sized(2, bytes.fromhex("001d0017"))),
        extension(11, sized(1, b"\0")),
        extension(13, sized(2, bytes.fromhex("040305030804"))),
        extension(23, b""),
    ]
    if name is not None:
        extensions.append(extension(0, sized(2, b"\0", sized(2, name))))
    suites = bytes.fromhex("c02bc02ccca900ff")
    body = b"\3\3" + os.urandom(32) + sized(1) + sized(2, suites) + sized(1, b"\0") + sized(2, *extensions)
    return b"\x16\3\1" + sized(2, b"\1", sized(3, body))


def show(port, name):
    """Sends a hello and gives what the server shows for the name; the handshake ends there."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as peer:
        peer.sendall(hello(name))
        stream = peer.makefile("rb")
        messages = b""
        while True:
            head = stream.read(5)
            assert len(head) == 5, f"the server closed the connection without an answer to {name!r}"
            content = stream.read(int.from_bytes(head[3:], "big"))
            if head[0] == ALERT and content[0] == 2:
                return Shown(alert=content[1])
            if head[0] == HANDSHAKE:
                messages += content
            while len(messages) >= 4 and len(messages) >= 4 + (size := int.from_bytes(messages[1:4], "big")):
                if messages[0] == CERTIFICATE:
                    first = int.from_bytes(messages[7:10], "big")
                    return Shown(certificate=x509.load_der_x509_certificate(messages[10 : 10 + first]))
                messages = messages[4 + size :]
