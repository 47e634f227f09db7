"""The port and the certificate of a server; what is wrong with them is said in words."""

import errno
import socket
import ssl
from pathlib import Path

from tapete.core.errors import TapeteError
from tapete.server.settings import BACKLOG, Settings


class CannotListen(TapeteError):
    """A server that cannot be reached as its settings say."""


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens; raise CannotListen saying what is in the way."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # A port that a server has just left is free again at once.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise refusal(error, settings.port) from error
    return listener


def refusal(error: OSError, port: int) -> CannotListen:
    """Return why a port cannot be had."""
    if error.errno == errno.EADDRINUSE:
        return CannotListen(
            f"port {port} is taken, perhaps by another tapete; `--port 0` takes any free one",
            f"el puerto {port} está ocupado, quizá por otro tapete; `--port 0` elige uno libre",
        )
    if error.errno == errno.EACCES:
        return CannotListen(
            f"port {port} is not for everybody's programs; choose one from 1024 on",
            f"el puerto {port} no es para cualquier programa; elige uno a partir del 1024",
        )
    return CannotListen(
        f"cannot listen at port {port}: {error.strerror}",
        f"no se puede escuchar en el puerto {port}: {error.strerror}",
    )


def check_certificate(certfile: Path | None, keyfile: Path | None) -> None:
    """Raise CannotListen unless the files are a certificate with its key, or there are none."""
    if certfile is None:
        if keyfile is not None:
            raise CannotListen(
                "a key alone is of no use: --certfile is missing",
                "una clave sola no sirve: falta --certfile",
            )
        return
    try:
        # A key behind a password is refused here, and nobody is asked for it later.
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certfile, keyfile, password="")
    except OSError as error:  # ssl.SSLError is one too
        files = ", ".join(str(file) for file in (certfile, keyfile) if file is not None)
        why = error.strerror or str(error)
        raise CannotListen(
            f"no certificate with its key in {files}: {why}",
            f"no hay ningún certificado con su clave en {files}: {why}",
        ) from error
