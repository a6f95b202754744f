import type {
  ApplyStrategy,
  KubeObject,
  OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { driftsAfterApply, driftsBeforeRepair, planApply } from './planApply';
import { renderWork, toOwnerReference } from './renderWork';
import { askedForm } from './serverForm';

const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
const RIVAL = toOwnerReference({ name: 'other-work', uid: 'u2' });
const STALE = toOwnerReference({ name: 'web-work', uid: 'u0' });
const NOTE = 'kubernetes-fleet.io/last-applied-configuration';
const HASH = 'kubernetes-fleet.io/spec-hash';

const LETTERS = ['a', 'b', 'c', 'd', 'e'];
const some = (count: number, value: string) =>
  Object.fromEntries(LETTERS.slice(0, count).map(letter => [letter, value]));
const owners = (count: number): OwnerReference[] =>
  LETTERS.slice(0, count).map(name => ({ apiVersion: 'apps/v1', kind: 'Deployment', name, uid: name }));

const manifestOf = (data: object) =>
  renderWork('web', [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app', namespace: 'web' }, data } as KubeObject,
  ]).manifests[0];
const manifest = manifestOf(some(5, 'hub'));

/** The object as the manifest left it, changed as the case says. */
const live = (metadata: object = {}, data: object = some(5, 'hub')): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data },
  metadata: {
    ...{ name: 'app', namespace: 'web', uid: 'uid', resourceVersion: '7' },
    ...{ ownerReferences: [OWNER], annotations: { [HASH]: manifest.hash }, ...metadata },
  },
});
/** A server that says, where it is asked, what the hub wants, beside what others have set. */
function formOn(found: KubeObject, { comparisonOption = 'PartialComparison' }: ApplyStrategy) {
  const object = { ...found, data: { ...(found.data as object), ...some(5, 'hub') } } as KubeObject;
  const compared = { manifest, live: found, comparison: comparisonOption };
  return askedForm(compared, { answer: { kind: 'object', object } });
}
function plan(found: KubeObject | undefined, strategy: ApplyStrategy = {}) {
  const target = { manifest, live: found, strategy, owner: OWNER };
  const step = planApply(target);
  if (step.kind !== 'ask' || found === undefined) return step;
  return planApply({ ...target, form: formOn(found, strategy) });
}
const drifted = (count: number) => live({}, { ...some(5, 'hub'), ...some(count, 'member') });

type Row = [message: string, found: KubeObject, strategy?: ApplyStrategy];

const ROWS: readonly Row[] = [
  [
    'the object is owned by Deployment a on the member cluster and allowCoOwnership is not set',
    live({ ownerReferences: [OWNER, ...owners(1)] }),
  ],
  [
    'the object is owned by Deployment a, Deployment b, Deployment c on the member cluster and allowCoOwnership is not set',
    live({ ownerReferences: owners(3) }),
  ],
  [
    'the object is owned by Deployment a, Deployment b, Deployment c and 2 more on the member cluster and allowCoOwnership is not set',
    live({ ownerReferences: owners(5) }),
  ],
  [
    'the object is already placed on this cluster by another placement (AppliedWork other-work)',
    live({ ownerReferences: [OWNER, RIVAL] }),
  ],
  [
    'the object was changed on the member cluster (/data/a) and whenToApply is IfNotDrifted',
    drifted(1),
    { whenToApply: 'IfNotDrifted' },
  ],
  [
    'the object was changed on the member cluster (/data/a, /data/b, /data/c) and whenToApply is IfNotDrifted',
    drifted(3),
    { whenToApply: 'IfNotDrifted' },
  ],
  [
    'the object was changed on the member cluster (/data/a, /data/b, /data/c and 2 more) and whenToApply is IfNotDrifted',
    drifted(5),
    { whenToApply: 'IfNotDrifted' },
  ],
  [
    'the object on the member cluster differs (/data/a) and whenToTakeOver is IfNoDiff',
    live({ ownerReferences: [] }, { ...some(5, 'hub'), a: 'member' }),
    { whenToTakeOver: 'IfNoDiff' },
  ],
  [
    'the object exists on the member cluster, is not ours, and whenToTakeOver is Never',
    live({ ownerReferences: [] }),
    { whenToTakeOver: 'Never' },
  ],
  [
    'the object is being deleted on the member cluster; it is created again when it is gone',
    live({ deletionTimestamp: '2026-11-26T12:00:00Z' }),
  ],
];

it.each(ROWS)('B/WA-106: says why it is left alone: %s', (...[message, found, strategy]) => {
  expect(plan(found, strategy)).toMatchObject({ kind: 'refuse', message });
});

describe('what is written, and under which conditions', () => {
  const SERVER_SIDE = { type: 'ServerSideApply' } as const;
  const older = (metadata: object = {}) => live({ annotations: { [HASH]: 'older' }, ...metadata });

  it('B/WA-080: IfNotDrifted leaves alone what has not drifted', () => {
    expect(plan(live(), { whenToApply: 'IfNotDrifted' })).toEqual({ kind: 'skip' });
  });

  it('B/WA-062: IfNoDiff asks nothing of what an AppliedWork of before has placed', () => {
    const found = live({ ownerReferences: [STALE] }, some(5, 'member'));
    expect(plan(found, { whenToTakeOver: 'IfNoDiff' }).kind).toBe('takeOver');
  });

  it('B/WA-074: the whole object is locked by IfNotDrifted, and by that alone', () => {
    expect(plan(older(), { ...SERVER_SIDE, whenToApply: 'IfNotDrifted' })).toMatchObject({
      ...{ kind: 'patch', by: 'apply' },
      body: { data: some(5, 'hub'), metadata: { name: 'app', resourceVersion: '7' } },
    });
    expect(plan(older(), SERVER_SIDE)).not.toHaveProperty('body.metadata.resourceVersion');
  });

  it('B/WA-056, B/WA-073: server-side apply creates without a note, by the force that is set', () => {
    const created = plan(undefined, SERVER_SIDE);
    expect(created).toMatchObject({ kind: 'create', by: 'apply', force: false });
    expect(created).not.toHaveProperty(['body', 'metadata', 'annotations', NOTE]);
    const config = { serverSideApplyConfig: { force: true } };
    expect(plan(undefined, { ...SERVER_SIDE, ...config })).toMatchObject({ force: true });
  });

  it('B/WA-050, B/WA-073: client-side apply creates with its note', () => {
    expect(plan(undefined)).toMatchObject({
      ...{ kind: 'create', by: 'create' },
      body: { metadata: { annotations: { [NOTE]: expect.stringContaining('"a":"hub"') } } },
    });
  });

  it('B/WA-056: server-side apply empties a note of before, and writes none', () => {
    const noted = older({ annotations: { [HASH]: 'older', [NOTE]: '{}' } });
    expect(plan(noted, SERVER_SIDE)).toMatchObject({ body: { metadata: { annotations: { [NOTE]: '' } } } });
    const bare = ['body', 'metadata', 'annotations', NOTE];
    expect(plan(older(), SERVER_SIDE)).not.toHaveProperty(bare);
    expect(plan(older({ annotations: undefined }), SERVER_SIDE)).not.toHaveProperty(bare);
  });

  it.each([
    ['nobody', undefined, true],
    ['ours alone', [{ manager: 'work-api-agent' }], true],
    ['ours and another', [{ manager: 'work-api-agent' }, { manager: 'kubectl' }], false],
    ['one without a name', [{}], false],
  ])('B/WA-057: server-side apply of what %s has written: forced %s', (_, managedFields, force) => {
    expect(plan(older({ managedFields }), SERVER_SIDE)).toMatchObject({ kind: 'patch', force });
  });

  it('B/WA-041: a hash that somebody has taken off is put back', () => {
    expect(plan(live({ annotations: undefined })).kind).toBe('patch');
  });
});

describe('drifts of what is applied', () => {
  const EXTRA = live({}, { ...some(5, 'hub'), theirs: 'x' });
  const added = [{ path: '/data/theirs', valueInMember: 'x' }];
  const changed = [{ path: '/data/a', valueInHub: 'hub', valueInMember: 'member' }];

  const seen = (found: KubeObject, strategy: ApplyStrategy) => ({
    ...{ manifest, live: found, strategy, form: formOn(found, strategy) },
  });
  const FULL = { comparisonOption: 'FullComparison' } as const;

  it('B/WA-048: full comparison reports them after an apply, partial does not', () => {
    expect(driftsAfterApply(seen(EXTRA, FULL))).toMatchObject({ kind: 'found', details: added });
    expect(driftsAfterApply(seen(drifted(1), {}))).toEqual({ kind: 'none' });
  });

  it('B/WA-080: both report what is about to be repaired', () => {
    expect(driftsBeforeRepair(seen(drifted(1), {}))).toMatchObject({ kind: 'found', details: changed });
    expect(driftsBeforeRepair(seen(EXTRA, {}))).toEqual({ kind: 'none' });
    expect(driftsBeforeRepair(seen(EXTRA, FULL))).toMatchObject({ kind: 'found', details: added });
  });

  it('B/WA-088: ReportDiff says what differs of an object that is there', () => {
    expect(plan(drifted(1), { type: 'ReportDiff' })).toEqual({ kind: 'compare', diffs: changed });
    expect(plan(live(), { type: 'ReportDiff' })).toEqual({ kind: 'compare', diffs: [] });
  });
});
