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

export const forYou: readonly Item[] = [
  {
    gate: gate('ingress-1-9-4', 'production', 'after', 184),
    run: 'ingress-1-9-4',
    scope: '_',
    placement: 'ingress-gateway',
    startsStage: { kind: 'removal', clusterCount: 2 },
    checks: { pass: 6, look: 0, blocks: 0 },
    approvers: [PLATFORM],
  },
  {
    gate: gate('payments-2-14-0', 'canary', 'after', 47),
    run: 'payments-2-14-0',
    scope: '_',
    placement: 'payments-api',
    startsStage: starts('production', 12, 3),
    checks: { pass: 5, look: 1, blocks: 0 },
    approvers: [PLATFORM],
  },
  {
    gate: gate('policy-baseline-31', 'production', 'before', 12),
    run: 'policy-baseline-31',
    scope: '_',
    placement: 'policy-baseline',
    startsStage: starts('production', 32, 8),
    checks: { pass: 4, look: 1, blocks: 1 },
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
    checks: { pass: 6, look: 0, blocks: 0 },
    approvers: ['group:default/team-finops'],
  },
  {
    gate: gate('checkout-3-0-1', 'staging', 'after', 130, closed('You are not in team-checkout')),
    run: 'checkout-3-0-1',
    scope: '_',
    placement: 'checkout-web',
    startsStage: starts('canary', 6, 1),
    checks: { pass: 6, look: 0, blocks: 0 },
    approvers: ['group:default/team-checkout'],
  },
  {
    gate: gate('gateway-tls-3', 'canary', 'after', 34, closed('You are not in team-edge')),
    run: 'gateway-tls-3',
    scope: '_',
    placement: 'gateway-tls',
    startsStage: { kind: 'finish', clusterCount: 0 },
    checks: { pass: 5, look: 1, blocks: 0 },
    approvers: ['group:default/team-edge'],
  },
];

function decided(item: Item, run: string, decision: Schemas['Decision']): Item {
  const state = decision.verdict === 'approved' ? 'approved' : 'rejected';
  const { actor, comment } = decision;
  return { ...item, run, gate: { ...item.gate, state, actor, comment, doneAt: decision.at }, decision };
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

const CHECKS: readonly Check[] = [
  {
    id: 'targets',
    level: 'look',
    text: '1 of 12 production clusters has no recent status: eks-use-prd-03. It would hold 1 of 3 slots.',
    clusters: ['eks-use-prd-03'],
  },
  {
    id: 'proof',
    level: 'pass',
    text: '3 of 3 canary clusters available on snapshot 14, without a break for 47 min.',
  },
  { id: 'gates', level: 'pass', text: 'All gates before this one passed: staging (wait).' },
  { id: 'plan', level: 'pass', text: 'The plan holds: same policy, same 18 clusters.' },
  { id: 'runs', level: 'pass', text: 'No other run holds these clusters.' },
  { id: 'change', level: 'pass', text: '2 changed, 1 added, 0 deleted, 11 as before.' },
];

const BLOCK: Check = {
  id: 'plan',
  level: 'blocks',
  text: 'The run would fail: placement "policy-baseline" asks for 50 cluster(s) now, this run was planned for 48; create a new run.',
  clusters: ['aks-weu-prd-09', 'aks-neu-prd-09'],
};

const GOOD_CHECKS = CHECKS.map((check): Check =>
  check.level === 'pass'
    ? check
    : { ...check, level: 'pass', text: '12 of 12 production clusters seen in the last 1 min.', clusters: [] },
);

function checksOf(item: Item): Check[] {
  if (item.checks.blocks > 0) return [BLOCK, ...CHECKS.filter(({ id }) => id !== 'plan')];
  return item.checks.look > 0 ? [...CHECKS] : [...GOOD_CHECKS];
}

/** What `/runs/_/…/gates/…` answers for one line of the inbox. */
export function gateDetail(item: Item): Schemas['GateDetail'] {
  return {
    ...stamp,
    gate: item.gate,
    run: item.run,
    placement: item.placement,
    snapshot: '14',
    previousSnapshot: '13',
    checks: checksOf(item),
    startsStage: item.startsStage,
    approvers: item.approvers ?? [],
    thenGates:
      item.startsStage.kind === 'stage'
        ? [
            { kind: 'wait', state: 'notBegun' },
            { kind: 'approval', state: 'notAsked' },
          ]
        : [],
  };
}

/** Many lines, for the look of a busy week. */
export function manyApprovals(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => {
    const base = forYou[i % forYou.length];
    const run = `${base.placement}-2026-11-${String(20 - (i % 19)).padStart(2, '0')}-${i + 1}`;
    return { ...base, run, gate: gate(run, base.gate.stage, base.gate.task, 900 - i * 21) };
  });
}
