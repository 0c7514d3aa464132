# SPDX-License-Identifier: MIT
# Varnish before the render service: varnishd -f varnish.vcl. Tried with Varnish 7.1. TLS ends before it.
vcl 4.1;
import std;

backend default {
  .host = "127.0.0.1";
  .port = "8040";
  .connect_timeout = 2s;
  # A film's 60 s and 10 s in the queue.
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 15s;
  .max_connections = 256;
  .probe = { .url = "/health"; .interval = 2s; .timeout = 5s; .window = 5; .threshold = 2; }
}

sub vcl_recv {
  if (req.url ~ "^/(metrics|ready)(\?|$)") {
    return (synth(404));
  }
  if (req.url ~ "^/render\.[a-z0-9]+$" && req.method == "POST") {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (synth(405));
  }
  # Names of a query in one order: one copy of a card, however its address was written.
  set req.url = std.querysort(req.url);
  unset req.http.Cookie;
  # Replaced, not appended to: nobody chooses the address by which the service counts.
  set req.http.X-Forwarded-For = client.ip;
  # The extension decides. Without one, a copy for each kind instead of one for each text of Accept.
  if (req.url ~ "^[^?]*\.[a-z0-9]+(\?|$)") {
    unset req.http.Accept;
  } elsif (req.http.Accept ~ "image/webp") {
    set req.http.Accept = "image/webp";
  } elsif (req.http.Accept ~ "image/") {
    set req.http.Accept = "image/jpeg";
  }
  # A token's answers are its own.
  if (req.http.Authorization || req.url == "/") {
    return (pass);
  }
  return (hash);
}

sub vcl_backend_fetch {
  # The whole file, of which parts are cut here.
  unset bereq.http.Range;
}

sub vcl_backend_response {
  # An old copy is better than a fault of the service.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # How long a copy serves is the service's to say: max-age, and stale-while-revalidate, which Varnish takes as its
  # grace. Without the latter there is none: no signed address outlives its _exp.
  if (beresp.http.Cache-Control !~ "stale-while-revalidate") {
    set beresp.grace = 0s;
  }
  # An error is not kept, but the requests that wait for the same card get it too.
  if (beresp.status != 200 && beresp.status != 304 && beresp.status != 404) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    set beresp.grace = 0s;
    return (deliver);
  }
  # Beyond that, a copy for questions whether it changed: the service answers 304 without drawing.
  set beresp.keep = 1h;
}

sub vcl_backend_error {
  if (bereq.is_bgfetch) {
    return (abandon);
  }
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Content-Type = "application/problem+json";
  set beresp.body = {"{"type":"about:blank","title":"The render service does not answer","status":503}"};
  set beresp.ttl = 1s;
  return (deliver);
}

sub vcl_deliver {
  set resp.http.X-Cache = "MISS";
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  }
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
