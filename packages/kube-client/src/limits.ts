const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * What an answer may weigh, in bytes as they come over the wire, by the kind of call. Nothing is asked for in compressed
 * form. An etcd takes an object of 1.5 MiB; as JSON, with its managed fields, it can be several times that.
 */
export const LIMITS = {
  /** `/readyz`, `/version` and the like. */
  probe: 64 * KIB,
  object: 16 * MIB,
  /** One page of a list; a page that is larger is asked for again in smaller parts. */
  page: 32 * MIB,
  /** All pages of a list together: a server that never ends its list is no reason to read for ever. */
  list: 1024 * MIB,
  /** Lists of kinds. */
  discovery: 16 * MIB,
  /** One event of a watch. */
  watchEvent: 16 * MIB,
  /** What a refusal says; the rest is cut. */
  refusal: 64 * KIB,
} as const;

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
