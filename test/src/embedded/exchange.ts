/** One request to a cluster and its answer; what differs from run to run is written as tokens (see normalize.ts). */
export interface Exchange {
  /** `hub`, or a member's name. */
  readonly cluster: string;
  readonly method: string;
  /** Below the cluster's address, with the query. */
  readonly path: string;
  /** Those that change what a server does: content-type, accept and, for its name in managedFields, user-agent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of `body` where it is no text: kubectl sends built-in kinds as protobuf. */
  readonly bodyBase64?: string;
  readonly status: number;
  readonly contentType: string;
  /** Parsed when it is JSON. */
  readonly answer: unknown;
}

/** As it went over the wire. */
export interface RawExchange extends Omit<Exchange, 'answer'> {
  readonly answerText: string;
}

/** Opens a stream; what it sends follows from the writes, and they are compared. */
export const isWatch = (path: string) => /[?&]watch=(true|1)\b/.test(path);

export const isJson = (contentType: string) => /^application\/(.*\+)?json\b/.test(contentType);
