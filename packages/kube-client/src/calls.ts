import type { KubeObject } from './kubeObject';

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Name of the user as whom the cluster shall judge the request; needs the right to impersonate him. */
  readonly as?: string;
}

export interface WriteOptions extends CallOptions {
  readonly fieldManager?: string;
  readonly subresource?: 'status' | 'scale';
  /** The server checks and answers, but stores nothing. */
  readonly dryRun?: boolean;
}

export interface ListOptions extends CallOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Objects per page. Default 500. */
  readonly limit?: number;
  /** All pages together, in bytes. Default: the client's limits. */
  readonly maxBytes?: number;
  /** Only apiVersion, kind and metadata of each object. */
  readonly metadataOnly?: boolean;
}

/** `apply` is server-side apply and needs a field manager; `body` of `json` is a list of operations. */
export type Patch =
  | { readonly type: 'apply'; readonly body: unknown; readonly force?: boolean }
  | { readonly type: 'merge' | 'strategic' | 'json'; readonly body: unknown };

export interface DeleteOptions extends CallOptions {
  readonly propagation?: 'Foreground' | 'Background' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface RawWatchOptions {
  readonly query: Readonly<Record<string, string>>;
  readonly namespace?: string;
  /** Only apiVersion, kind and metadata of each object. */
  readonly metadataOnly?: boolean;
  readonly signal: AbortSignal;
}

export interface LogOptions {
  readonly container: string;
  /** Lines before now. */
  readonly tailLines: number;
  /** After which the server ends the log. */
  readonly limitBytes: number;
  /** Of the container that ran before this one. */
  readonly isPrevious: boolean;
  readonly isFollowed: boolean;
  readonly signal: AbortSignal;
}

export interface KubeListPage {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
}

/** Content type of each patch. */
export const CONTENT_TYPES = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const;
/** Accept headers that ask for metadata only. */
export const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
export const METADATA_OBJECT = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** The part of the options that the connection reads. */
export const callOf = ({ timeoutMs, signal, as }: CallOptions): CallOptions => ({
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(signal === undefined ? {} : { signal }),
  ...(as === undefined ? {} : { as }),
});

/** `?fieldManager=…&dryRun=All`, or nothing. */
export function writeQuery(
  { fieldManager, dryRun }: WriteOptions,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    ...(fieldManager ? { fieldManager } : {}),
    ...(dryRun ? { dryRun: 'All' } : {}),
    ...more,
  }).toString();
  return query === '' ? '' : `?${query}`;
}

/** `limit=…&labelSelector=…`: one page of a list. */
export const listQuery = (
  { labelSelector, fieldSelector, limit }: ListOptions,
  token: string | undefined,
): string =>
  new URLSearchParams({
    limit: String(limit),
    ...(labelSelector ? { labelSelector } : {}),
    ...(fieldSelector ? { fieldSelector } : {}),
    ...(token ? { continue: token } : {}),
  }).toString();

/** `container=…&tailLines=…` */
export const logQuery = (options: Omit<LogOptions, 'signal'>): string =>
  new URLSearchParams({
    container: options.container,
    tailLines: String(options.tailLines),
    limitBytes: String(options.limitBytes),
    ...(options.isPrevious && { previous: 'true' }),
    ...(options.isFollowed && { follow: 'true' }),
  }).toString();
