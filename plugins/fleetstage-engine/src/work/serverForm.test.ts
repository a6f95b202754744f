import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Comparison } from './compareValues';
import { driftsAfterApply, driftsBeforeRepair, planApply } from './planApply';
import { renderWork, toOwnerReference } from './renderWork';
import { askedForm, findDifferences, holdsAll, writtenForm, type ServerAnswer } from './serverForm';

const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });

const widget = (spec: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'example.io/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'web', ...metadata },
  spec,
});
const manifestOf = (spec: object) => renderWork('web', [widget(spec)]).manifests[0];
const partial = (spec: object, live: object, comparison: Comparison = 'PartialComparison') => ({
  manifest: manifestOf(spec),
  live: widget(live),
  comparison,
});
/** What is found once the server has answered so. */
function found(compared: ReturnType<typeof partial>, answer: ServerAnswer) {
  expect(findDifferences(compared)).toEqual({ kind: 'ask' });
  return findDifferences(compared, askedForm(compared, { answer }));
}
const makes = (spec: object): ServerAnswer => ({ kind: 'object', object: widget(spec) });

describe('B/WA-092 what only seems to differ', () => {
  it.each([
    { what: 'a quantity', spec: { cpu: '1000m' }, live: { cpu: '1' } },
    {
      what: 'a field that the server does not keep',
      spec: { cpu: '1', unknown: true },
      live: { cpu: '1' },
    },
    {
      what: 'what a webhook has rewritten',
      spec: { images: ['web:1'] },
      live: { images: ['mirror/web:1'] },
    },
    {
      what: 'a set to which others add',
      spec: { hosts: ['a'] },
      live: { hosts: ['a', 'b'] },
    },
    {
      what: 'a list that it sorts',
      spec: { args: ['b', 'a'] },
      live: { args: ['a', 'b'] },
    },
  ])('is none where the server makes the same of the manifest: $what', ({ spec, live }) => {
    const compared = partial(spec, live);
    expect(found(compared, makes(live))).toEqual({ kind: 'none' });
    // A write shows it as well as a dry run does.
    const written = { ...compared.live, metadata: compared.manifest.object.metadata };
    const form = writtenForm(compared.manifest, written);
    expect(findDifferences(compared, form)).toEqual({ kind: 'none' });
    expect(holdsAll(compared.manifest.object, written, { ...compared, form })).toBe(true);
    expect(holdsAll(compared.manifest.object, written)).toBe(false);
  });

  it('is reported with what is really different beside it, and with that alone', () => {
    const compared = partial({ cpu: '1000m', replicas: 1 }, { cpu: '1', replicas: 2 });
    expect(found(compared, makes({ cpu: '1', replicas: 1 }))).toEqual({
      kind: 'found',
      details: [{ path: '/spec/replicas', valueInHub: '1', valueInMember: '2' }],
    });
  });

  it('is a difference where somebody wrote another value than the server makes', () => {
    const compared = partial({ cpu: '1000m' }, { cpu: '2' });
    expect(found(compared, makes({ cpu: '1' }))).toEqual({
      kind: 'found',
      details: [{ path: '/spec/cpu', valueInHub: '1000m', valueInMember: '2' }],
    });
  });
});

describe('the server is asked', () => {
  const drifted = partial({ a: '1', b: '1' }, { a: '2', b: '1' });
  const known = askedForm(drifted, { answer: makes({ a: '1', b: '1' }) });

  it('not where nothing differs, and once where something does', () => {
    expect(findDifferences(partial({ a: '1' }, { a: '1', b: '2' }))).toEqual({ kind: 'none' });
    expect(findDifferences(drifted)).toEqual({ kind: 'ask' });
    expect(findDifferences(drifted, known)).toMatchObject({ kind: 'found' });
  });

  it('again where the object differs in another way, or the manifest is another', () => {
    expect(findDifferences({ ...drifted, live: widget({ a: '3', b: '1' }) }, known)).toEqual({ kind: 'ask' });
    expect(findDifferences({ ...drifted, manifest: manifestOf({ a: '1', b: '2' }) }, known)).toEqual({
      kind: 'ask',
    });
  });

  it('not about fields that the hub does not set: those are of others whatever it says (B/WA-091)', () => {
    expect(findDifferences(partial({ a: '1' }, { a: '1', b: '2' }, 'FullComparison'))).toEqual({
      kind: 'found',
      details: [{ path: '/spec/b', valueInMember: '2' }],
    });
  });

  it('keeps nothing of a value: hashes stand for them', () => {
    const form = askedForm(partial({ a: 'planted' }, { a: 'other' }), { answer: makes({ a: 'normal' }) });
    expect(JSON.stringify(form)).not.toMatch(/planted|other|normal/);
  });

  it('has nothing to be known where it keeps a manifest, whatever others add to it', () => {
    const compared = partial({ parts: [{ name: 'a' }] }, {});
    expect(writtenForm(compared.manifest, compared.manifest.object)).toBeUndefined();
    const added = {
      ...compared.manifest.object,
      spec: { parts: [{ name: 'sidecar' }, { name: 'a', size: 1 }] },
    };
    expect(writtenForm(compared.manifest, added)).toBeUndefined();
  });

  it('remembers what it made of the manifest although it was not to be asked later', () => {
    const compared = partial({ cpu: '1000m', a: '1' }, { cpu: '1', a: '2' });
    const before = writtenForm(compared.manifest, widget({ cpu: '1', a: '1' }));
    const form = askedForm(compared, { answer: { kind: 'forbidden', message: 'no' }, before });
    expect(findDifferences(compared, form)).toMatchObject({ details: [{ path: '/spec/a' }] });
  });
});

describe('an answer that is none', () => {
  const compared = partial({ a: '1' }, { a: '2', b: '3' });
  const target = { ...compared, strategy: { whenToApply: 'IfNotDrifted' } as const, owner: OWNER };
  const ours = { ownerReferences: [OWNER], annotations: compared.manifest.object.metadata.annotations };
  const live = widget({ a: '2', b: '3' }, ours);
  const formOf = (answer: ServerAnswer) => askedForm({ ...compared, live }, { answer });
  const plan = (answer: ServerAnswer, strategy: object = target.strategy, object = live) =>
    planApply({ ...target, live: object, strategy, form: formOf(answer) });
  const invalid: ServerAnswer = { kind: 'invalid', message: 'spec.a is immutable' };
  const failed: ServerAnswer = { kind: 'failed', message: 'webhook "x" timed out' };

  it('B/WA-081, RUL 16 refused as invalid: this object is compared in full, and that is said', () => {
    expect(plan(invalid)).toEqual({
      kind: 'refuse',
      reason: 'FoundDriftsInDegradedMode',
      message:
        'the object was changed on the member cluster (/spec/a, /spec/b) and whenToApply is IfNotDrifted; compared in full (degraded mode), as the member cluster refuses the manifest: spec.a is immutable',
      drifts: [
        { path: '/spec/a', valueInHub: '1', valueInMember: '2' },
        { path: '/spec/b', valueInMember: '3' },
      ],
    });
  });

  it('B/WA-065, WA-081 of a take-over says so, too', () => {
    const theirs = widget({ a: '2', b: '3' });
    expect(plan(invalid, { whenToTakeOver: 'IfNoDiff' }, theirs)).toMatchObject({
      reason: 'FailedToTakeOver',
      message: expect.stringContaining('degraded mode'),
      diffs: [{ path: '/spec/a' }, { path: '/spec/b' }],
    });
    expect(plan(failed, { whenToTakeOver: 'IfNoDiff' }, theirs)).toMatchObject({
      reason: 'FailedToTakeOver',
      message: expect.stringContaining('webhook "x" timed out'),
    });
  });

  it('B/WA-082, B/FT-047 anything else: the check could not run', () => {
    expect(plan(failed)).toEqual({
      kind: 'refuse',
      reason: 'FailedToRunDriftDetection',
      message:
        'the object seems to have changed on the member cluster, which cannot be asked: webhook "x" timed out',
    });
  });

  it('B/WA-089 ReportDiff: FoundDiffInDegradedMode, FailedToReportDiff', () => {
    expect(plan(invalid, { type: 'ReportDiff' })).toMatchObject({
      kind: 'compare',
      diffs: [{ path: '/spec/a' }, { path: '/spec/b' }],
      degraded: 'spec.a is immutable',
    });
    expect(plan(failed, { type: 'ReportDiff' })).toMatchObject({
      kind: 'refuse',
      reason: 'FailedToReportDiff',
    });
  });

  it('may not be asked for: what the hub sees stands', () => {
    expect(plan({ kind: 'forbidden', message: 'no' })).toMatchObject({
      reason: 'FoundDrifts',
      drifts: [{ path: '/spec/a' }],
    });
  });

  it('B/WA-048 after an apply, and before a repair, it is what was found', () => {
    const seen = { manifest: compared.manifest, live, form: formOf(failed) };
    expect(driftsBeforeRepair({ ...seen, strategy: {} })).toEqual({
      kind: 'failed',
      message: 'webhook "x" timed out',
    });
    expect(driftsAfterApply({ ...seen, strategy: {} })).toEqual({ kind: 'none' });
  });
});
