import type { IncomingHttpHeaders } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Verb, WatchEnd } from '../faults/fault';
import type { Answer } from '../http/Answer';

/** What distinguishes requests. */
export interface RequestFacts {
  readonly verb: Verb;
  readonly path: string;
  readonly userAgent: string;
  /** Who asks: the same for all requests of one program with one token. */
  readonly client: string;
  /** Absent: the path names no resource. */
  readonly resource?: {
    readonly group: string;
    readonly kind: string;
    /** With the subresource: `deployments/status`. */
    readonly name: string;
    readonly plural: string;
    readonly namespace: string;
    readonly objectName: string;
  };
}

/** A request before anything has read it. */
export interface Asked {
  readonly method: string;
  /** Below the cluster. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** One request and where its answer goes. */
export interface Exchange {
  readonly call: Asked;
  readonly request: Http2ServerRequest;
  readonly response: Http2ServerResponse;
}

/** How a request that was let in goes on. */
export interface Passage {
  /** Pace of the body of its answer; absent: as fast as it goes. */
  readonly bytesPerSecond?: number;
  /** What is sent instead of the answer; `undefined`: nothing more is sent. */
  replace(answer: Answer): Answer | undefined;
}

/** The stream of a watch. */
export interface GatedStream {
  readonly facts: RequestFacts;
  readonly isOver: boolean;
  /** Past the gate. @returns whether more would be welcome */
  send(lines: string): boolean;
  /** From now on lines are lost, and the connection stays. */
  silence(): void;
  cut(how: WatchEnd): void;
  /** `undefined`: as fast as it goes. */
  paceAt(bytesPerSecond: number | undefined): void;
}

/** What is between clients and a cluster. */
export interface Gate {
  /** `undefined`: the request is over, with whatever answer or none. */
  pass(exchange: Exchange): Promise<Passage | undefined>;
  /** A watch has begun. */
  opened(stream: GatedStream): void;
  /** Lines of a watch on their way to its reader. @returns whether more would be welcome */
  deliver(stream: GatedStream, lines: string): boolean;
}
