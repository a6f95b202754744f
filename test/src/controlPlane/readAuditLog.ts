import { createReadStream } from 'node:fs';

/** A write as an API server saw it; the fields of `audit.k8s.io/v1` Event that tests ask about. */
export interface AuditEvent {
  readonly auditID: string;
  readonly verb: 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
  readonly requestURI: string;
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly reason?: string };
  readonly requestObject?: unknown;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

/**
 * Reads what is in the log now, oldest first. A write is in it moments after its answer, so read `eventually`.
 * Left out: a last line that is still being written, and (by the API server) writes whose body was YAML text.
 */
export async function* readAuditLog(path: string): AsyncGenerator<AuditEvent> {
  let unread = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (unread + chunk).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}
