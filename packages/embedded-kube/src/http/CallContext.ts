import type { IncomingHttpHeaders } from 'node:http';
import type { Access, Caller } from '../access/Access';
import type { Cluster } from '../cluster/Cluster';
import type { ResourceType } from '../contracts';
import type { Representation } from './negotiate';
import type { ResourcePath } from './parsePath';

/** A request to a cluster, with what is known of it before its type. */
export interface Call {
  readonly cluster: Cluster;
  readonly method: string;
  readonly path: string;
  /** Below the cluster, with the query. */
  readonly uri: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly access: Access;
  /** Nobody before he is known. */
  caller: Caller;
  /** Read once, however often it is asked for. */
  readonly readBody: () => Promise<Buffer>;
}

/** A request about resources of a type. */
export interface ResourceCall extends Call {
  readonly type: ResourceType;
  readonly target: ResourcePath;
  readonly representation: Representation;
}
