import { createHash } from 'node:crypto';
import type { FleetCluster } from '../story/startFleet';
import { readAuditLog, type AuditEvent } from '../controlPlane/readAuditLog';
import { AGENT_USER } from '../story/memberAgents';

/** One write that was not refused and says what an object shall be: its place, its content, its moment. */
export interface SpecWrite {
  readonly cluster: string;
  readonly object: string;
  /** Identity of what was asked for: the body without what a server or an owner fills in. */
  readonly content: string;
  readonly atMs: number;
  readonly body: unknown;
  /** Whoever asked was killed before the answer, or the server failed under it: it may be stored all the same. */
  readonly isUncertain: boolean;
}

const VERBS = new Set(['create', 'update', 'patch']);

interface Body {
  readonly metadata?: { readonly labels?: unknown; readonly annotations?: unknown };
}

/** What a body asks for: everything but metadata, and of that labels and annotations. */
function contentOf(body: Body): string {
  const { metadata, ...rest } = body;
  const asked = { ...rest, labels: metadata?.labels, annotations: metadata?.annotations };
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}

const isPlaced = ({ objectRef }: AuditEvent, namespace: string) =>
  objectRef?.namespace === namespace ||
  (objectRef?.resource === 'namespaces' && objectRef.name === namespace);

/** Kinds that a placement in these stories holds; what controllers of the member create from them is theirs. */
const PLACED = new Set(['namespaces', 'configmaps', 'deployments']);

/** By what runs on the member itself, its agent excepted. */
const isOfMember = ({ user: { username } }: AuditEvent) =>
  username.startsWith('system:') && username !== AGENT_USER;

/** Spec-changing writes to the placed objects of one namespace that were not refused, by backend, agent or user. */
export async function specWrites(member: FleetCluster, namespace: string): Promise<SpecWrite[]> {
  const found: SpecWrite[] = [];
  for await (const event of readAuditLog(member.auditLogPath)) {
    const { objectRef } = event;
    if (objectRef === undefined || !VERBS.has(event.verb) || objectRef.subresource) continue;
    if (!PLACED.has(objectRef.resource) || !isPlaced(event, namespace)) continue;
    const code = event.responseStatus?.code ?? 500;
    if ((code >= 300 && code < 500) || isOfMember(event)) continue;
    const body = (event.requestObject ?? {}) as Body;
    found.push({
      cluster: member.name,
      object: `${objectRef.resource}/${objectRef.name ?? ''}`,
      content: contentOf(body),
      atMs: Date.parse(event.requestReceivedTimestamp),
      body,
      isUncertain: code >= 300,
    });
  }
  return found;
}

/** Writes that were accepted more than once for the same cluster, object and content. */
export function repeatedWrites(writes: readonly SpecWrite[]): string[] {
  const counts = new Map<string, number>();
  for (const { cluster, object, content } of writes.filter(one => !one.isUncertain)) {
    const key = `${cluster} ${object} ${content}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([key, count]) => `${key}: ${count} times`);
}
