import type { Http2SecureServer } from 'node:http2';

/** Of HTTP/2; its own default has no end. Watches are streams, and a client of a thousand clusters has many. */
export const MOST_STREAMS = 10_000;

/** Of one HTTP/2 connection; beyond it new streams are refused. With the usual 10 a thousand watches are too many. */
export const SESSION_MB = 128;

/** Time for an entire body. */
export const BODY_MS = 60_000;

const LIMITS = {
  /** Connections of all clients together. */
  maxConnections: 20_000,
  /** Of HTTP/1.1, in bytes: selectors of a thousand names are longer than the usual 16 KB. HTTP/2 has 64 KB. */
  maxHeaderSize: 128 * 1024,
  headersTimeout: 30_000,
  requestTimeout: BODY_MS,
  /** As a real server; clients take a kept connection up again long after the usual 5 s. */
  keepAliveTimeout: 90_000,
};

/** What strangers may ask of the listener, before anybody reads what they send. */
export const limit = (server: Http2SecureServer): Http2SecureServer => Object.assign(server, LIMITS);
