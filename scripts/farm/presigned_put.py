# SPDX-License-Identifier: MIT
"""Sends a file to a presigned address of an object store: one PUT, to nowhere else.

An address comes with a job, so it is not trusted. It must begin with a prefix that the operator named (scheme, host,
port and folder). The host's name is resolved once, all its addresses are checked, and the connection goes to one of
these: a name that leads into the own network is refused. Redirects are not followed, proxies of the environment not
used, and the whole takes a limited time, however slowly the store reads or answers. No message has the address, whose
query is a secret.
"""

import http.client
import ipaddress
import os
import re
import socket
import ssl
import threading
import time
import urllib.parse

LONGEST = 8192  # characters of an address
PIECE = 1 << 16


class Refused(Exception):
    """A file that the store, or this machine, would not take another time either."""


class Busy(Exception):
    """A file that may be taken later."""


def is_below(address, prefixes):
    """True if an address has the scheme, the host and port, and the beginning of the path of one of the prefixes."""
    try:
        if len(address) > LONGEST or not re.fullmatch(r"[!-~]+", address) or "#" in address:
            return False
        given = urllib.parse.urlsplit(address)
        path = urllib.parse.unquote(given.path)
        if given.username is not None or given.password is not None or "/../" in path + "/" or "\\" in address:
            return False
        for prefix in map(urllib.parse.urlsplit, prefixes):
            if (given.scheme, given.hostname, given.port) == (prefix.scheme, prefix.hostname, prefix.port):
                folder = prefix.path if prefix.path.endswith("/") else prefix.path + "/"
                if given.scheme in ("http", "https") and given.path.startswith(folder):
                    return True
    except ValueError:
        pass
    return False


def is_public(address):
    """True for an address of the internet: neither this machine, nor a private network, nor one within another."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.version == 6:
        within = ip.ipv4_mapped or ip.sixtofour
        if ip in ipaddress.ip_network("64:ff9b::/96"):  # NAT64
            within = ipaddress.ip_address(int(ip) & 0xFFFF_FFFF)
        if within is not None and not is_public(str(within)):
            return False
        if ip.teredo is not None or ip in ipaddress.ip_network("64:ff9b:1::/48"):
            return False
    return ip.is_global and not ip.is_multicast


def is_literal(host):
    """True if a host is written as an address."""
    try:
        ipaddress.ip_address(host)
        return True
    except ValueError:
        return False


def addresses(host, port, end):
    """What a name leads to: family, kind and place for a socket. Raises Busy if it is not known in time."""
    found, fault = [], []

    def resolve():
        try:
            found.extend((family, kind, place) for family, kind, _, _, place in
                         socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as problem:
            fault.append(problem)
    # The resolver takes its own time, so it gets a thread.
    thread = threading.Thread(target=resolve, daemon=True)
    thread.start()
    thread.join(max(end - time.monotonic(), 0))
    if thread.is_alive() or not found and not fault:
        raise Busy(f"the name of {host} is not known in time")
    if fault:
        raise Busy(f"the name of {host} is not known: {fault[0]}")
    return found


def connect(places, end):
    """A connection to the first place that answers."""
    last = None
    for family, kind, place in places:
        stream = socket.socket(family, kind)
        try:
            stream.settimeout(max(end - time.monotonic(), 0.001))
            stream.connect(place)
            return stream
        except OSError as fault:
            stream.close()
            last = fault
    raise Busy(f"the store cannot be reached: {last}")


def put(address, path, kind, seconds=60, private=()):
    """Sends a file. The address must have passed `is_below`.

    kind: its media type. seconds: for everything. private: names of hosts that may be in a private network or on this
    machine; a host that is written as an address needs none, since the operator wrote it.

    Returns the store's status, 200 to 299. Raises Refused or Busy.
    """
    end = time.monotonic() + seconds
    given = urllib.parse.urlsplit(address)
    host, is_secure = given.hostname, given.scheme == "https"
    places = addresses(host, given.port or (443 if is_secure else 80), end)
    if not is_literal(host) and host not in private:
        if not all(is_public(place[0]) for _, _, place in places):
            raise Refused(f"{host} leads into a private network; see --private-put")
    stream = connect(places, end)
    # The time is over for a store that takes or tells a byte now and then, too.
    timer = threading.Timer(max(end - time.monotonic(), 0), lambda: close(stream))
    timer.daemon = True
    connection = (http.client.HTTPSConnection if is_secure else http.client.HTTPConnection)(host, given.port)
    try:
        if is_secure:
            stream = ssl.create_default_context().wrap_socket(stream, server_hostname=host,
                                                              do_handshake_on_connect=False)
        timer.start()
        if is_secure:
            stream.do_handshake()
        connection.sock, connection.auto_open = stream, 0
        with open(path, "rb") as file:
            # As it came: the signature covers it.
            connection.putrequest("PUT", given.path + ("?" + given.query if given.query else ""),
                                  skip_accept_encoding=True)
            connection.putheader("Content-Type", kind)
            connection.putheader("Content-Length", str(os.fstat(file.fileno()).st_size))
            connection.putheader("Connection", "close")
            try:
                connection.endheaders()
                while piece := file.read(PIECE):
                    connection.send(piece)
            except (BrokenPipeError, ConnectionResetError):
                pass  # a store that refuses early has answered already
        answer = connection.getresponse()
        status = answer.status
        if time.monotonic() >= end:
            raise OSError  # the end of the connection looked like that of the answer's header
    except ssl.SSLCertVerificationError as fault:
        raise Refused(f"the store's certificate is not valid: {fault.verify_message}") from None
    except (OSError, http.client.HTTPException) as fault:
        if time.monotonic() >= end:
            raise Busy(f"the store did not take the file in {seconds:g} s") from None
        name = type(fault).__name__
        raise Busy(f"the store did not take the file: {fault.strerror or name if isinstance(fault, OSError) else name}"
                   ) from None
    finally:
        timer.cancel()
        connection.close()
        stream.close()
    if 200 <= status < 300:
        return status
    if status in (408, 425, 429) or status >= 500:
        raise Busy(f"the store answered {status}")
    raise Refused(f"the store answered {status}")


def close(stream):
    """Ends a connection under those who use it."""
    try:
        socket.socket.shutdown(stream, socket.SHUT_RDWR)
    except OSError:
        pass


def without_secret(address):
    """An address for people: without its query."""
    head, mark, _ = str(address).partition("?")
    return head + ("?…" if mark else "")
