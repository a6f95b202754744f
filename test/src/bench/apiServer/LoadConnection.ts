/** A request with everything but what the connection adds: who asks, and of which host. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the cluster. */
  readonly path: string;
  /** ASCII. */
  readonly body?: string;
  readonly contentType?: string;
}

/** Called with the first bytes of the answer's body; with an error when the connection breaks or the answer is odd. */
export type Answered = (bodyStart: string | Error) => void;

/**
 * A kept connection that does only what a load needs: it builds requests by hand, and of an answer it reads where it
 * ends. A whole HTTP client costs more than the server that it is to measure.
 */
export interface LoadConnection {
  /** `onBody`: the answer is a stream; it gets the bytes as they come, over HTTP/1.1 with what frames them. */
  send(request: LoadRequest, answered: Answered, onBody?: (bytes: Buffer) => void): void;
  close(): void;
}

export interface LoadTarget {
  /** Of a cluster; may have a path. */
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** A server that is measured, with its processes. */
export interface MeasuredServer {
  readonly target: LoadTarget;
  readonly pids: readonly number[];
}

export const USER_AGENT = 'api-server-bench/1.0';
/** Of a body, enough to distinguish an object from a refusal. */
export const BODY_START = 24;
