import { workName } from '@fleetstage/backstage-plugin-fleetstage-common';
import { readAuditLog, type AuditEvent } from '../../controlPlane/readAuditLog';
import type { EmbeddedProcess } from '../../embedded/startEmbedded';
import type { Budget, Policy } from './drawSequence';
import type { EvictionHistory, History, Presence, Span, Verdict, Version } from './history';

const EVICTIONS = 'clusterresourceplacementevictions';
const BUDGETS = 'clusterresourceplacementdisruptionbudgets';
const PLACEMENTS = 'clusterresourceplacements';

interface Draft {
  readonly budgets: Version<Budget>[];
  readonly policies: Version<Policy>[];
  readonly evictions: (EvictionHistory & { readonly verdicts: Verdict[] })[];
  readonly presence: Presence[];
}

/**
 * What the clusters answered of each of the placements, by their audit logs, which one process writes by one clock. A placement is named as
 * its namespace is, an eviction begins with the name of its placement and a dot.
 */
export async function readHistories(
  fleet: EmbeddedProcess,
  placements: readonly string[],
): Promise<ReadonlyMap<string, History>> {
  const drafts = new Map<string, Draft>(
    placements.map(name => [name, { budgets: [], policies: [], evictions: [], presence: [] }]),
  );
  for await (const event of accepted(fleet.hub.auditLogPath)) noteOnHub(drafts, event);
  for (const member of fleet.members)
    for await (const event of accepted(member.auditLogPath)) noteOnMember(drafts, member.name, event);
  for (const { presence, budgets, policies } of drafts.values())
    for (const list of [presence, budgets, policies] as Span[][]) list.sort((a, b) => a.fromMs - b.fromMs);
  return drafts;
}

async function* accepted(path: string): AsyncGenerator<AuditEvent> {
  for await (const event of readAuditLog(path)) if ((event.responseStatus?.code ?? 500) < 300) yield event;
}

const spanOf = ({ requestReceivedTimestamp, stageTimestamp }: AuditEvent): Span => ({
  fromMs: Date.parse(requestReceivedTimestamp),
  untilMs: Date.parse(stageTimestamp),
});

interface Body {
  readonly metadata?: { readonly name?: string };
  readonly spec?: { readonly policy?: Policy; readonly clusterName?: string } & Budget;
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

function noteOnHub(drafts: ReadonlyMap<string, Draft>, event: AuditEvent): void {
  const { objectRef: ref, verb } = event;
  const body = (event.requestObject ?? {}) as Body;
  const name = ref?.name ?? body.metadata?.name ?? '';
  const draft = drafts.get(name.split('.')[0]);
  if (draft === undefined || ref === undefined) return;
  const at = spanOf(event);
  if (ref.resource === BUDGETS && ref.subresource === undefined)
    draft.budgets.push({ ...at, value: verb === 'delete' ? undefined : body.spec });
  if (ref.resource === PLACEMENTS && ref.subresource === undefined && body.spec?.policy)
    draft.policies.push({ ...at, value: body.spec.policy });
  if (ref.resource !== EVICTIONS) return;
  if (verb === 'create' && ref.subresource === undefined) {
    const cluster = body.spec?.clusterName ?? '';
    draft.evictions.push({ name, cluster, createdMs: at.fromMs, verdicts: [] });
  }
  if (ref.subresource === 'status')
    draft.evictions
      .find(one => one.name === name)
      ?.verdicts.push({ ...at, ...verdictOf(body.status?.conditions) });
}

function verdictOf(conditions: readonly Condition[] = []): Pick<Verdict, 'text' | 'executed' | 'message'> {
  const executed = conditions.find(({ type }) => type === 'Executed');
  return {
    text: conditions
      .map(({ type, status, reason, message }) => [type, status, reason, message].join())
      .join('; '),
    ...(executed && { executed: executed.status }),
    message: (executed ?? conditions[0])?.message ?? '',
  };
}

/** It is there with its ConfigMap, the last of its objects, and gone from when its AppliedWork is to be deleted. */
function noteOnMember(drafts: ReadonlyMap<string, Draft>, cluster: string, event: AuditEvent): void {
  const { objectRef: ref, verb } = event;
  if (ref?.resource === 'configmaps' && verb !== 'delete')
    drafts.get(ref.namespace ?? '')?.presence.push({ ...spanOf(event), cluster, kind: 'placed' });
  if (ref?.resource !== 'appliedworks' || verb !== 'delete') return;
  for (const [name, { presence }] of drafts)
    if (ref.name === workName(name)) presence.push({ ...spanOf(event), cluster, kind: 'removed' });
}
