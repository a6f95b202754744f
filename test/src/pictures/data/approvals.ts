import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED, JONAS, PRIYA, refused } from './people';

type Item = Schemas['ApprovalItem'];
type Gate = Schemas['Gate'];
type Check = Schemas['Check'];

const PLATFORM = 'group:default/platform-approvers';

function gate(
  run: string,
  stage: string,
  task: Gate['task'],
  minutes: number,
  more: Partial<Gate> = {},
): Gate {
  return {
    kind: 'approval',
    task,
    stage,
    state: 'asked',
    request: task === 'before' ? `${run}-before-${stage}` : `${run}-${stage}`,
    requestUid: `request-${run}-${stage}`,
    requestGeneration: 1,
    resourceVersion: '48211',
    askedAt: ago(minutes),
    mayApprove: ALLOWED,
    ...more,
  };
}

const starts = (stage: string, clusterCount: number, slots: number): Schemas['StartsStage'] => ({
  kind: 'stage',
  stage,
  clusterCount,
  slots,
});

/** The policy picks more clusters than the run was planned for. */
const DOOMED =
  'The run would fail: placement "policy-baseline" asks for 50 clusters now, and this run was planned for 48; ' +
  'create a new run.';

export const forYou: readonly Item[] = [
  {
    gate: gate('ingress-1-9-4', 'production', 'after', 184),
    run: 'ingress-1-9-4',
    scope: '_',
    placement: 'ingress-gateway',
    startsStage: { kind: 'removal', clusterCount: 2 },
    checks: { total: 6, pass: 6, warn: 0, blocks: 0 },
    approvers: [PLATFORM],
  },
  {
    gate: gate('payments-2-14-0', 'canary', 'after', 47),
    run: 'payments-2-14-0',
    scope: '_',
    placement: 'payments-api',
    startsStage: starts('production', 12, 3),
    checks: { total: 6, pass: 5, warn: 1, blocks: 0 },
    approvers: [PLATFORM],
  },
  {
    gate: gate('policy-baseline-31', 'production', 'before', 12),
    run: 'policy-baseline-31',
    scope: '_',
    placement: 'policy-baseline',
    startsStage: { kind: 'nothing', clusterCount: 0, reason: DOOMED },
    checks: { total: 6, pass: 4, warn: 1, blocks: 1 },
    approvers: ['group:default/security-leads', PLATFORM],
  },
];

const closed = (reason: string) => ({ mayApprove: refused(reason) });

export const forOthers: readonly Item[] = [
  {
    gate: gate(
      'network-rules-12',
      'canary',
      'after',
      1560,
      closed('You started this run, so another person has to approve'),
    ),
    run: 'network-rules-12',
    scope: '_',
    placement: 'network-rules',
    startsStage: starts('production', 20, 4),
    checks: { total: 6, pass: 6, warn: 0, blocks: 0 },
    approvers: ['group:default/team-finops'],
  },
  {
    gate: gate('checkout-3-0-1', 'staging', 'after', 130, closed('You are not in team-checkout')),
    run: 'checkout-3-0-1',
    scope: '_',
    placement: 'checkout-web',
    startsStage: starts('canary', 6, 1),
    checks: { total: 6, pass: 6, warn: 0, blocks: 0 },
    approvers: ['group:default/team-checkout'],
  },
  {
    gate: gate('gateway-tls-3', 'canary', 'after', 34, closed('You are not in team-edge')),
    run: 'gateway-tls-3',
    scope: '_',
    placement: 'gateway-tls',
    startsStage: { kind: 'finish', clusterCount: 0 },
    checks: { total: 6, pass: 5, warn: 1, blocks: 0 },
    approvers: ['group:default/team-edge'],
  },
];

function decided(item: Item, run: string, decision: Schemas['Decision']): Item {
  const state = decision.verdict === 'approved' ? 'approved' : 'rejected';
  const { actor, comment } = decision;
  const result = { ...item.gate, state, actor, comment, doneAt: decision.at } as const;
  const startsStage: Item['startsStage'] =
    state === 'rejected'
      ? { kind: 'nothing', clusterCount: 0, reason: 'It was rejected.' }
      : item.startsStage;
  return { ...item, run, gate: result, startsStage, decision };
}

export const decisions: readonly Item[] = [
  decided(forYou[1], 'payments-2-13-9', {
    verdict: 'approved',
    at: ago(95),
    actor: PRIYA,
    comment: 'Canary error rate flat for 45 min, dashboards checked',
    waitedSeconds: 41 * 60,
  }),
  decided(forYou[2], 'policy-baseline-30', {
    verdict: 'rejected',
    at: ago(1700),
    actor: JONAS,
    comment: 'The audit webhook is not in place on use yet',
    waitedSeconds: 3 * 3600 + 240,
  }),
  decided(forYou[0], 'ingress-1-9-3', {
    verdict: 'approved',
    at: ago(4400),
    actor: { ref: 'kubectl' },
    waitedSeconds: 780,
  }),
];

export function approvalPage(
  items: readonly Item[],
  more: Partial<Schemas['ApprovalPage']> = {},
): Schemas['ApprovalPage'] {
  return { ...stamp, items: [...items], forYou: forYou.length, forOthers: forOthers.length, ...more };
}

/** What the checks of a gate speak of. */
interface GateFacts {
  /** Stages before the gate, the last of them the one that is proven, and how many clusters that has. */
  readonly proven: readonly [stage: string, clusters: number];
  readonly gates: string;
  /** Of the whole run. */
  readonly clusters: number;
  readonly snapshot: number;
  readonly change: string;
}

const FACTS: Record<string, GateFacts> = {
  'ingress-gateway': {
    proven: ['production', 32],
    gates: 'staging (wait), canary (approval)',
    clusters: 40,
    snapshot: 94,
    change: 'Objects: 3 changed, 0 added, 0 deleted, 18 as before. Image ingress:1.9.3 → ingress:1.9.4.',
  },
  'payments-api': {
    proven: ['canary', 3],
    gates: 'staging (wait)',
    clusters: 18,
    snapshot: 14,
    change:
      'Objects: 2 changed, 1 added, 0 deleted, 11 as before. Image payments-api:2.13.2 → payments-api:2.14.0.',
  },
  'policy-baseline': {
    proven: ['canary', 8],
    gates: 'staging (wait), canary (wait)',
    clusters: 48,
    snapshot: 31,
    change: 'Objects: 1 changed, 2 added, 0 deleted, 26 as before.',
  },
  'network-rules': {
    proven: ['canary', 4],
    gates: 'staging (wait)',
    clusters: 26,
    snapshot: 12,
    change: 'Objects: 4 changed, 0 added, 0 deleted, 9 as before.',
  },
  'checkout-web': {
    proven: ['staging', 6],
    gates: 'none',
    clusters: 24,
    snapshot: 8,
    change: 'Objects: 1 changed, 0 added, 0 deleted, 13 as before. Image web:3.0.0 → web:3.0.1.',
  },
  'gateway-tls': {
    proven: ['canary', 4],
    gates: 'staging (wait)',
    clusters: 8,
    snapshot: 3,
    change: 'Objects: 1 changed, 0 added, 0 deleted, 2 as before.',
  },
};

const LOST = 'eks-use-prd-03';
const minutesWaited = ({ gate: { askedAt = '' } }: Item) =>
  (Date.parse(ago(0)) - Date.parse(askedAt)) / 60_000;
const inWords = (minutes: number) =>
  minutes < 60
    ? `${minutes} min`
    : minutes < 600
      ? `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
      : `${Math.floor(minutes / 60)} h`;

function targetsOf({ startsStage: next, checks: { warn } }: Item): Check {
  const isSeen = (names: string): Check => ({
    id: 'targets',
    level: 'pass',
    text: `${names} seen in the last 1 min.`,
    clusters: [],
  });
  if (next.kind === 'finish') return { id: 'targets', level: 'pass', text: 'No cluster comes next.' };
  const kind = `${next.kind === 'removal' ? 'removal' : (next.stage ?? 'production')} clusters`;
  const of = next.kind === 'held' ? 12 : next.kind === 'nothing' ? 32 : next.clusterCount;
  const { slots = 3 } = next;
  if (warn === 0 || next.kind === 'held') return isSeen(`${of} of ${of} ${kind}`);
  const text = `1 of ${of} ${kind} has no recent status: ${LOST}. It would hold 1 of ${slots} slots.`;
  return { id: 'targets', level: 'warn', text, clusters: [LOST] };
}

function planOf({ checks: { blocks } }: Item, clusters: number): Check {
  if (blocks === 0)
    return { id: 'plan', level: 'pass', text: `The plan holds: same policy, same ${clusters} clusters.` };
  return {
    id: 'plan',
    level: 'blocks',
    text: DOOMED,
    needsNewRun: true,
  };
}

function runsOf({ startsStage: { kind, run, runIs } }: Item): Check {
  const state = runIs === undefined ? '' : ` and is ${runIs}`;
  return kind === 'held' && run !== undefined
    ? { id: 'runs', level: 'warn', text: `Waits for ${run}, which began earlier${state}.` }
    : { id: 'runs', level: 'pass', text: 'No other run holds these clusters.' };
}

const ORDER: readonly Check['level'][] = ['blocks', 'warn', 'pass'];

function checksOf(item: Item): Check[] {
  const { proven, gates, clusters, snapshot, change } = FACTS[item.placement];
  const [stage, n] = proven;
  const proof = `${n} of ${n} ${stage} clusters available on snapshot ${snapshot}`;
  const isTlsWarning = item.startsStage.kind === 'finish' && item.checks.warn > 0;
  const checks: Check[] = [
    targetsOf(item),
    isTlsWarning
      ? {
          id: 'proof',
          level: 'warn',
          text: `${proof}; aks-weu-can-01 was not available for a while after the update.`,
        }
      : {
          id: 'proof',
          level: 'pass',
          text: `${proof}, without a break for ${inWords(minutesWaited(item))}.`,
        },
    {
      id: 'gates',
      level: 'pass',
      text: gates === 'none' ? 'There is no earlier gate.' : `All gates before this one passed: ${gates}.`,
    },
    planOf(item, clusters),
    runsOf(item),
    { id: 'change', level: 'pass', text: change },
  ];
  return checks.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

/** What `/runs/_/…/gates/…` answers for one line of the inbox. */
export function gateDetail(item: Item): Schemas['GateDetail'] {
  return {
    ...stamp,
    gate: item.gate,
    run: item.run,
    placement: item.placement,
    snapshot: String(FACTS[item.placement].snapshot),
    previousSnapshot: String(FACTS[item.placement].snapshot - 1),
    checks: checksOf(item),
    checkCounts: item.checks,
    startsStage: item.startsStage,
    approvers: item.approvers ?? [],
    ...(item.startsStage.kind === 'stage' && { then: 'Then a wait and one more approval.' }),
  };
}

/** Many lines, as in a busy week. */
export function manyApprovals(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => {
    const base = forYou[i % forYou.length];
    const run = `${base.placement}-2026-11-${String(20 - (i % 19)).padStart(2, '0')}-${i + 1}`;
    return { ...base, run, gate: gate(run, base.gate.stage, base.gate.task, 900 - i * 21) };
  });
}
