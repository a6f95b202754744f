import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { annotate, create, object, patch, PLACEMENT_API, remove, STAFF, WRITERS, type Act } from './actParts';
import type { Person } from './people';

/** Cluster-wide, or of one namespace. */
type Space = 'shop' | 'bank' | undefined;
const SPACES: readonly Space[] = [undefined, 'shop', 'bank'];

const at = (space: Space) => (space === undefined ? [] : ['-n', space]);
const staged = (kind: string, name: string, space: Space, spec: object) =>
  object(
    PLACEMENT_API,
    space === undefined ? `Cluster${kind}` : kind,
    { name, ...(space && { namespace: space }) },
    { spec },
  );

const stages = (...afterStageTasks: object[]) => ({
  stages: [{ name: 'all', labelSelector: { matchLabels: { a: 'b' } }, afterStageTasks }],
});
const strategy = (name: string, space: Space) =>
  staged('StagedUpdateStrategy', name, space, stages({ type: 'Approval' }));
const run = (name: string, space: Space) =>
  staged('StagedUpdateRun', name, space, {
    placementName: 'plain',
    stagedRolloutStrategyName: 'gated',
    resourceSnapshotIndex: '0',
  });
const request = (name: string, space: Space) =>
  staged('ApprovalRequest', name, space, { parentStageRollout: 'nobody', targetStage: 'all' });

/** Each in both namespaces and cluster-wide. */
export const STAGED_FIXTURES = SPACES.flatMap(space => [
  strategy('gated', space),
  request('somebody-all', space),
  run('old', space),
]);

const statusOf = (type: string) => ({
  status: {
    conditions: [
      {
        ...{ type, status: 'True', reason: 'lgtm', message: 'lgtm', observedGeneration: 1 },
        lastTransitionTime: '2026-11-24T00:00:00Z',
      },
    ],
  },
});

/** Approves with kubectl. */
export const approval = (name: string, space?: Space) => [
  ...['patch', space === undefined ? 'clusterapprovalrequests' : 'approvalrequests', name, ...at(space)],
  ...['--subresource=status', '--type=merge', '-p', JSON.stringify(statusOf('Approved'))],
];

/** Besides those who may do it in every namespace. */
const inShop = (space: Space, ...people: Person[]) => (space === 'shop' ? people : []);

/** The same for all three kinds of both forms: only who acts by a RoleBinding reaches no further than its namespace. */
function actsIn(space: Space): Act[] {
  const short = (name: string) => (space === undefined ? `c${name}` : name);
  const where = space === undefined ? 'cluster-wide' : `in ${space}`;
  const [sus, sur, areq] = ['sus', 'sur', 'areq'].map(short);
  const writers: readonly Person[] = [...WRITERS, ...inShop(space, 'tenant')];
  const gated = [sus, 'gated', ...at(space)];
  const old = [sur, 'old', ...at(space)];
  const asked = [areq, 'somebody-all', ...at(space)];
  const acts = [
    create('create a run', writers, run('new', space)),
    patch('end a run', writers, old, annotate(annotationKeys.endRun, 'wrong day')),
    remove('delete a run', writers, old),
    create('create a strategy', STAFF, strategy('new', space)),
    patch('change who approves', STAFF, gated, annotate(annotationKeys.approvers, 'user:default/me')),
    patch('take the gates out of a strategy', STAFF, gated, { spec: stages() }),
    remove('delete a strategy', STAFF, gated),
    {
      act: 'approve',
      args: approval('somebody-all', space),
      may: ['approver', 'engine', ...inShop(space, 'tenantApprover')] as const,
    },
    patch(
      'say that an approval was accepted',
      ['engine'],
      [...asked, '--subresource=status'],
      statusOf('ApprovalAccepted'),
    ),
    create('make a request', STAFF, request('new', space)),
    patch('give a request to another run', STAFF, asked, annotate(annotationKeys.runUid, 'x')),
    remove('delete a request', STAFF, asked),
  ];
  return acts.map(one => ({ ...one, act: `${where}: ${one.act}` }));
}

export const STAGED_ACTS: readonly Act[] = SPACES.flatMap(actsIn);
