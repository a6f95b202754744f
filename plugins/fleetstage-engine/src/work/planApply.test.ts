import type {
  ApplyStrategy,
  KubeObject,
  OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isOwned } from './ownership';
import { isKeptDrift, planApply } from './planApply';
import { renderWork, toOwnerReference } from './renderWork';
import { askedForm } from './serverForm';

const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
const RIVAL = toOwnerReference({ name: 'other-work', uid: 'u2' });
const STALE = toOwnerReference({ name: 'web-work', uid: 'u0' });
const SOMEBODY: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u9' };

const configMap = (data: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'app', namespace: 'web' },
  data,
});
const [manifest] = renderWork('web', [configMap({ a: '1' })]).manifests;

/** The object as this manifest left it, changed as given. */
function live(
  patch: {
    data?: object;
    owners?: OwnerReference[];
    hash?: string;
    managers?: string[];
    deleting?: boolean;
  } = {},
) {
  const { data = { a: '1' }, owners = [OWNER], hash = manifest.hash, managers = ['work-api-agent'] } = patch;
  return {
    ...configMap(data),
    metadata: {
      name: 'app',
      namespace: 'web',
      uid: 'uid',
      resourceVersion: '7',
      ownerReferences: owners,
      annotations: { 'kubernetes-fleet.io/spec-hash': hash },
      managedFields: managers.map(manager => ({ manager })),
      ...(patch.deleting ? { deletionTimestamp: '2026-11-21T12:00:00Z' } : {}),
    },
  };
}
/** A server that keeps what it is sent; where it is asked, it says so. */
function plan(found: KubeObject | undefined, strategy: ApplyStrategy = {}) {
  const target = { manifest, live: found, strategy, owner: OWNER };
  const step = planApply(target);
  if (step.kind !== 'ask') return step;
  const object = { ...found, data: { ...(found?.data as object), a: '1' } } as KubeObject;
  const comparison = strategy.comparisonOption ?? 'PartialComparison';
  const form = askedForm({ manifest, live: found!, comparison }, { answer: { kind: 'object', object } });
  return planApply({ ...target, form });
}
const say = (step: ReturnType<typeof planApply>) => (step.kind === 'refuse' ? step.reason : step.kind);

it.each([
  { rule: 'absent is created (B/WA-073)', found: undefined, then: 'create' },
  { rule: 'as wanted is left alone (B/WA-047)', found: live(), then: 'skip' },
  { rule: 'fields of others do not matter', found: live({ data: { a: '1', b: '2' } }), then: 'skip' },
  { rule: 'another revision is replaced', found: live({ hash: 'older' }), then: 'patch' },
  { rule: 'drift is overwritten by default', found: live({ data: { a: 'x' } }), then: 'patch' },
  {
    rule: 'drift is kept with IfNotDrifted',
    found: live({ data: { a: 'x' } }),
    with: { whenToApply: 'IfNotDrifted' },
    then: 'FoundDrifts',
  },
  {
    rule: 'drift under another hash is not judged (B/WA-046, B/WA-080)',
    found: live({ data: { a: 'x' }, hash: 'older' }),
    with: { whenToApply: 'IfNotDrifted' },
    then: 'patch',
  },
  {
    rule: 'a foreign field is drift in full comparison',
    found: live({ data: { a: '1', b: '2' } }),
    with: { whenToApply: 'IfNotDrifted', comparisonOption: 'FullComparison' },
    then: 'FoundDrifts',
  },
  {
    rule: 'what is being deleted is waited for (B/WA-042)',
    found: live({ deleting: true }),
    then: 'ManifestApplyFailed',
  },
  {
    rule: 'nobody’s object is taken over (B/WA-043, B/WA-066)',
    found: live({ owners: [] }),
    then: 'takeOver',
  },
  {
    rule: 'nobody’s object is left with Never (B/WA-045)',
    found: live({ owners: [] }),
    with: { whenToTakeOver: 'Never' },
    then: 'NotTakenOver',
  },
  {
    rule: 'an equal object is taken over with IfNoDiff',
    found: live({ owners: [] }),
    with: { whenToTakeOver: 'IfNoDiff' },
    then: 'takeOver',
  },
  {
    rule: 'a different object is left with IfNoDiff (B/WA-065)',
    found: live({ owners: [], data: { a: 'x' } }),
    with: { whenToTakeOver: 'IfNoDiff' },
    then: 'FailedToTakeOver',
  },
  {
    rule: 'a different object is taken over by default (B/WA-060)',
    found: live({ owners: [], data: { a: 'x' } }),
    then: 'takeOver',
  },
  {
    rule: 'an extra field is no difference in partial comparison (B/WA-092)',
    found: live({ owners: [], data: { a: '1', b: '2' } }),
    with: { whenToTakeOver: 'IfNoDiff' },
    then: 'takeOver',
  },
  {
    rule: 'an extra field is one in full comparison',
    found: live({ owners: [], data: { a: '1', b: '2' } }),
    with: { whenToTakeOver: 'IfNoDiff', comparisonOption: 'FullComparison' },
    then: 'FailedToTakeOver',
  },
  {
    rule: 'somebody’s object is not shared by default (B/WA-063)',
    found: live({ owners: [SOMEBODY] }),
    then: 'FailedToTakeOver',
  },
  {
    rule: 'somebody’s object is shared when allowed',
    found: live({ owners: [SOMEBODY] }),
    with: { allowCoOwnership: true },
    then: 'takeOver',
  },
  {
    rule: 'another placement’s object never (B/WA-064)',
    found: live({ owners: [RIVAL] }),
    with: { allowCoOwnership: true },
    then: 'FailedToTakeOver',
  },
  {
    rule: 'an object of our AppliedWork before this one is ours (B/WA-062)',
    found: live({ owners: [STALE] }),
    with: { whenToTakeOver: 'Never' },
    then: 'takeOver',
  },
  {
    rule: 'a co-owner that came later blocks (B/WA-071)',
    found: live({ owners: [OWNER, SOMEBODY] }),
    then: 'ManifestApplyFailed',
  },
  {
    rule: 'a co-owner that came later is fine when allowed',
    found: live({ owners: [OWNER, SOMEBODY] }),
    with: { allowCoOwnership: true },
    then: 'skip',
  },
  {
    rule: 'a second placement blocks (B/WA-071)',
    found: live({ owners: [OWNER, RIVAL] }),
    with: { allowCoOwnership: true },
    then: 'ManifestApplyFailed',
  },
  {
    rule: 'ReportDiff compares whatever it is',
    found: live({ owners: [RIVAL] }),
    with: { type: 'ReportDiff' },
    then: 'compare',
  },
] as { rule: string; found: KubeObject | undefined; with?: ApplyStrategy; then: string }[])(
  '$rule',
  ({ found, with: strategy, then }) => {
    expect(say(plan(found, strategy))).toBe(then);
  },
);

it('puts our reference and the hash into what is written (B/WA-041, B/WA-072)', () => {
  const step = plan(undefined);
  expect(step).toMatchObject({
    body: {
      metadata: { ownerReferences: [OWNER], annotations: { 'kubernetes-fleet.io/spec-hash': manifest.hash } },
    },
  });
});

it.each([
  { rule: 'a take-over', found: live({ owners: [] }), version: '7' },
  {
    rule: 'IfNotDrifted',
    found: live({ hash: 'older' }),
    with: { whenToApply: 'IfNotDrifted' } as const,
    version: '7',
  },
  { rule: 'Always', found: live({ hash: 'older' }), version: undefined },
])('locks to the version that was judged: $rule (B/WA-061, WA-074)', ({ found, with: strategy, version }) => {
  const step = plan(found, strategy);
  expect('body' in step ? step.body.metadata.resourceVersion : 'no body').toBe(version);
});

it.each([
  { rule: 'client-side apply overwrites (RUL 37)', managers: ['kubectl'], strategy: {}, force: true },
  {
    rule: 'server-side apply asks (B/WA-056)',
    managers: ['kubectl'],
    strategy: { type: 'ServerSideApply' },
    force: false,
  },
  {
    rule: 'unless set',
    managers: ['kubectl'],
    strategy: { type: 'ServerSideApply', serverSideApplyConfig: { force: true } },
    force: true,
  },
  {
    rule: 'or alone (B/WA-057)',
    managers: ['work-api-agent', 'before-first-apply'],
    strategy: { type: 'ServerSideApply' },
    force: true,
  },
] as { rule: string; managers: string[]; strategy: ApplyStrategy; force: boolean }[])(
  '$rule',
  ({ managers, strategy, force }) => {
    expect(plan(live({ hash: 'older', managers }), strategy)).toMatchObject({ kind: 'patch', force });
  },
);

it.each([
  { differs: 'uid', ref: { ...OWNER, uid: 'u7' } },
  { differs: 'name', ref: { ...OWNER, name: 'w' } },
  { differs: 'kind', ref: { ...OWNER, kind: 'Work' } },
  { differs: 'apiVersion', ref: { ...OWNER, apiVersion: 'placement.kubernetes-fleet.io/v1' } },
  { differs: 'nothing', ref: { ...OWNER, blockOwnerDeletion: true } },
])('B/WA-013 an owner is our AppliedWork unless $differs differs', ({ differs, ref }) => {
  expect(isOwned(live({ owners: [SOMEBODY, ref] }), OWNER)).toBe(differs === 'nothing');
});

describe('B/WA-071, B/FT-045 owners that the manifest itself names', () => {
  const named = (...ownerReferences: unknown[]) =>
    renderWork('web', [
      {
        ...configMap({ a: '1' }),
        metadata: { name: 'app', namespace: 'web', ownerReferences },
      } as KubeObject,
    ]).manifests[0];
  const planNamed = (object: typeof manifest, found: KubeObject | undefined, strategy: ApplyStrategy = {}) =>
    planApply({ manifest: object, live: found, strategy, owner: OWNER });

  it.each([
    { found: undefined, situation: 'absent' },
    { found: live(), situation: 'as wanted' },
    { found: live({ owners: [] }), situation: 'nobody’s' },
  ])('are refused where they may not share it: the object is $situation', ({ found }) => {
    expect(planNamed(named(SOMEBODY), found)).toEqual({
      kind: 'refuse',
      reason: 'ManifestApplyFailed',
      message:
        'the manifest names owners (Deployment d) and allowCoOwnership is not set; take metadata.ownerReferences out of it',
    });
  });

  it('are dropped where they may: ours is the only one that is applied (B/WA-072)', () => {
    const step = planNamed(named(SOMEBODY, 'no owner'), undefined, { allowCoOwnership: true });
    expect(step).toMatchObject({ kind: 'create', body: { metadata: { ownerReferences: [OWNER] } } });
  });

  it('are refused in any case where one is an AppliedWork', () => {
    const step = planNamed(named(SOMEBODY, RIVAL), undefined, { allowCoOwnership: true });
    expect(step).toMatchObject({ message: expect.stringContaining('names AppliedWork other-work') });
  });

  it('are no reason where there is another one, or where the member is still asked', () => {
    expect(planNamed(named(SOMEBODY), live({ deleting: true }))).toMatchObject({
      kind: 'refuse',
      message: expect.stringContaining('is being deleted'),
    });
    const drifted = live({ data: { a: 'x' } });
    expect(planNamed(named(SOMEBODY), drifted, { whenToApply: 'IfNotDrifted' })).toEqual({ kind: 'ask' });
  });

  it('change neither what is applied nor its hash, and ReportDiff compares', () => {
    const { namedOwners, ...rest } = named(SOMEBODY);
    expect(namedOwners).toEqual([SOMEBODY]);
    expect(rest).toEqual(manifest);
    expect(planNamed(named(SOMEBODY), live(), { type: 'ReportDiff' })).toEqual({
      kind: 'compare',
      diffs: [],
    });
  });
});

describe('how it is written', () => {
  it('client-side apply creates, server-side apply applies, what is absent (B/WA-073)', () => {
    expect(plan(undefined)).toMatchObject({ kind: 'create', by: 'create' });
    expect(plan(undefined, { type: 'ServerSideApply' })).toMatchObject({ kind: 'create', by: 'apply' });
  });

  const NOTE = 'kubernetes-fleet.io/last-applied-configuration';
  const bySide = (step: ReturnType<typeof planApply>) => ('by' in step ? step.by : undefined);
  const changed = (data: object = { a: 'x', b: '2' }) => live({ hash: 'older', data });

  it('client-side apply sends the difference, without a lock (B/WA-052, WA-074)', () => {
    const by = bySide(plan(changed()));
    expect(by).toMatchObject({ type: 'strategic', body: { data: { a: '1' } } });
    expect(by).not.toMatchObject({ body: { data: { b: expect.anything() } } });
    expect(by).not.toHaveProperty('body.metadata.resourceVersion');
  });

  it.each([
    { rule: 'IfNotDrifted', found: changed(), with: { whenToApply: 'IfNotDrifted' } as const },
    { rule: 'a take-over', found: live({ owners: [] }) },
  ])('and with the lock of $rule (B/WA-061, WA-074)', ({ found, with: strategy }) => {
    expect(bySide(plan(found, strategy))).toMatchObject({ body: { metadata: { resourceVersion: '7' } } });
  });

  it('server-side apply sends the whole object', () => {
    expect(plan(changed(), { type: 'ServerSideApply' })).toMatchObject({
      by: 'apply',
      body: { data: { a: '1' } },
    });
  });

  it('what is too large for its note is applied by the server, by the rule of force (B/WA-051, WA-057)', () => {
    const [large] = renderWork('web', [configMap({ a: 'x'.repeat(262_144) })]).manifests;
    const planLarge = (found: KubeObject | undefined) =>
      planApply({ manifest: large, live: found, strategy: {}, owner: OWNER });
    const note = { metadata: { annotations: { [NOTE]: '' } } };
    expect(planLarge(undefined)).toMatchObject({ kind: 'create', by: 'create', body: note });
    expect(planLarge(changed())).toMatchObject({ kind: 'patch', by: 'apply', force: true, body: note });
    expect(planLarge(live({ hash: 'older', managers: ['kubectl'] }))).toMatchObject({
      by: 'apply',
      force: false,
    });
  });

  it('a status of somebody else is no reason to ask (B/WA-057)', () => {
    const found = changed();
    const managedFields = [{ manager: 'work-api-agent' }, { manager: 'kubelet', subresource: 'status' }];
    const seen = { ...found, metadata: { ...found.metadata, managedFields } };
    expect(plan(seen, { type: 'ServerSideApply' })).toMatchObject({ by: 'apply', force: true });
  });

  it('an owner of an AppliedWork of old goes (B/WA-062)', () => {
    const by = bySide(plan(live({ owners: [STALE] })));
    expect(by).toMatchObject({
      body: { metadata: { ownerReferences: [OWNER, { uid: STALE.uid, $patch: 'delete' }] } },
    });
  });
});

it('reports the whole object while it is absent (B/WA-088)', () => {
  expect(plan(undefined, { type: 'ReportDiff' })).toEqual({
    kind: 'compare',
    diffs: [{ path: '/', valueInHub: '(the whole object)' }],
  });
});

it.each([
  ['FoundDrifts', true],
  ['FoundDriftsInDegradedMode', true],
  ['FailedToRunDriftDetection', false],
  [undefined, false],
])('B/WA-083: %s: a drift that is kept, %s', (reason, isKept) => expect(isKeptDrift(reason)).toBe(isKept));

it('RUL 14: a label of a sub-domain of Kubernetes that somebody has changed is drift', () => {
  const labelled = (version: string): KubeObject => ({
    ...configMap({ a: '1' }),
    metadata: { name: 'app', namespace: 'web', labels: { 'app.kubernetes.io/version': version } },
  });
  const [wanted] = renderWork('web', [labelled('2')]).manifests;
  const { labels } = labelled('1').metadata;
  const found = live({ hash: wanted.hash });
  const target = {
    ...{ manifest: wanted, owner: OWNER, strategy: { whenToApply: 'IfNotDrifted' } as const },
    live: { ...found, metadata: { ...found.metadata, labels } },
  };
  expect(planApply(target)).toEqual({ kind: 'ask' });
  const answer = { kind: 'object', object: labelled('2') } as const;
  const form = askedForm({ ...target, comparison: 'PartialComparison' }, { answer });
  expect(planApply({ ...target, form })).toMatchObject({
    reason: 'FoundDrifts',
    drifts: [{ path: '/metadata/labels/app.kubernetes.io~1version', valueInHub: '2', valueInMember: '1' }],
  });
});
