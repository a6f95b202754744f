const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * What an answer may weigh, in bytes, by the kind of call: as many come over the wire at most, and each JSON value counts
 * as `VALUE_BYTES` of them at least. Nothing is asked for in compressed form.
 */
export interface AnswerLimits {
  /** `/readyz`, `/version` and the like. */
  readonly probe: number;
  readonly object: number;
  /** One page of a list; a page that is larger is asked for again in smaller parts. */
  readonly page: number;
  /** All pages of a list that is held at once. */
  readonly list: number;
  /** All pages of a list that is read page by page: a server that never ends its list is no reason to read for ever. */
  readonly pages: number;
  /** Lists of kinds. */
  readonly discovery: number;
  /** One event of a watch. */
  readonly watchEvent: number;
}

/**
 * Of a cluster that is trusted as to sizes, the hub. An etcd takes an object of 1.5 MiB; written as JSON, with escapes and
 * managed fields, it can be several times that, and one of small numbers alone has 0.75 million values.
 */
export const LIMITS: AnswerLimits = {
  probe: 64 * KIB,
  object: 32 * MIB,
  page: 32 * MIB,
  list: 1024 * MIB,
  pages: 1024 * MIB,
  discovery: 16 * MIB,
  watchEvent: 32 * MIB,
};

/** Of a member, which nobody trusts. An API server takes 3 MiB in a request: what was placed fits, with its status. */
export const MEMBER_LIMITS: AnswerLimits = {
  probe: 64 * KIB,
  object: 4 * MIB,
  page: 16 * MIB,
  list: 64 * MIB,
  pages: 1024 * MIB,
  discovery: 4 * MIB,
  watchEvent: 4 * MIB,
};

/** What a refusal says; longer texts are cut. */
export const REFUSAL_BYTES = 64 * KIB;

/** `16 MiB`. */
export const sizeText = (bytes: number) =>
  bytes >= MIB ? `${Math.round(bytes / MIB)} MiB` : `${Math.ceil(bytes / KIB)} KiB`;

export interface BoundedText {
  /** At most as long as the limit. */
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads a body until its end or the limit, whichever comes first. Whoever cuts a body ends its stream. */
export async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<BoundedText> {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  for await (const chunk of body) {
    chunks.push(chunk.byteLength > left ? chunk.subarray(0, left) : chunk);
    left -= chunk.byteLength;
    if (left < 0) break;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isCut: left < 0 };
}
