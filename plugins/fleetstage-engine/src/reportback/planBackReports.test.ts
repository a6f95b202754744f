import type { ManifestIdentity } from '../work/renderWork';
import { explainBackReports, toProblems } from './explainBackReports';
import { originalKey, planBackReports, type BackReport, type BackReportProblem } from './planBackReports';

const app: ManifestIdentity = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  namespace: 'web',
  name: 'app',
};
const space: ManifestIdentity = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const definition: ManifestIdentity = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  name: 'things.example.com',
};
const enveloped: ManifestIdentity = { ...app, envelope: { name: 'box', type: 'ClusterResourceEnvelope' } };

const report = (object: ManifestIdentity, patch: Partial<BackReport> = {}): BackReport => ({
  object,
  cluster: 'c1',
  isTooLarge: false,
  ...patch,
});
const plan = (patch: Partial<Parameters<typeof planBackReports>[0]>) =>
  planBackReports({
    placement: 'm',
    mode: 'write',
    cluster: 'c1',
    reports: [report(app)],
    rivals: new Map(),
    ...patch,
  });
const rivals = (...placements: string[]) => new Map([[originalKey(app), placements]]);

describe('where the statuses go', () => {
  it.each([
    { rule: 'B/WA-142 one of the picked cluster is written', patch: {}, writes: ['Deployment'] },
    { rule: 'B/WA-140 with WorkAPI nothing is written', patch: { mode: 'keep' as const }, writes: [] },
    {
      rule: 'A/PL-126 while no cluster is picked nothing is written',
      patch: { cluster: undefined },
      writes: [],
    },
    {
      rule: 'A/PL-126 a cluster that is being left has had its say',
      patch: { reports: [report(app, { cluster: 'old' })] },
      writes: [],
    },
    {
      rule: 'B/WA-142 objects of envelopes have no original',
      patch: { reports: [report(enveloped)] },
      writes: [],
    },
    {
      rule: 'A/PL-126 the hub keeps the status of its namespaces and definitions itself',
      patch: { reports: [report(space), report(definition), report(app)] },
      writes: ['Deployment'],
    },
    {
      rule: 'A/PL-126 of two placements the first by name writes',
      patch: { rivals: rivals('n', 'z') },
      writes: ['Deployment'],
    },
  ])('$rule', ({ patch, writes }) => {
    const planned = plan(patch);
    expect(planned.writes.map(({ object }) => object.kind)).toEqual(writes);
    expect(planned.problems).toEqual([]);
  });

  it.each([
    {
      rule: 'A/PL-126 the second by name reports who writes',
      patch: { rivals: rivals('c', 'b', 'z') },
      problem: { object: app, reason: 'taken', by: 'b' },
    },
    {
      rule: 'B/WA-140 a status that was too large to keep is reported, and not written',
      patch: { reports: [report(app, { isTooLarge: true })] },
      problem: { object: app, reason: 'tooLarge', cluster: 'c1' },
    },
    {
      rule: 'B/WA-140 also where it would only be kept, of an envelope, with a rival',
      patch: {
        mode: 'keep' as const,
        cluster: undefined,
        reports: [report(enveloped, { isTooLarge: true, cluster: 'c7' })],
        rivals: rivals('a'),
      },
      problem: { object: enveloped, reason: 'tooLarge', cluster: 'c7' },
    },
  ])('$rule', ({ patch, problem }) => {
    expect(plan(patch)).toEqual({ writes: [], problems: [problem] });
  });

  it('A/PL-126 an original is the same in every version', () => {
    expect(originalKey({ ...app, version: 'v1beta1' })).toBe(originalKey(enveloped));
    expect(originalKey({ ...app, namespace: 'other' })).not.toBe(originalKey(app));
  });
});

describe('what the placement says', () => {
  const say = (...problems: BackReportProblem[]) => {
    const kept = toProblems(problems);
    return kept && explainBackReports(kept);
  };

  it('is nothing without a problem', () => {
    expect(say()).toBeUndefined();
  });

  it.each<{ rule: string; problem: BackReportProblem; says: RegExp }>([
    {
      rule: 'missing',
      problem: { object: app, reason: 'missing' },
      says: /^1 status is not reported back: Deployment web\/app is not on the hub any more; create it again/,
    },
    {
      rule: 'without a status subresource',
      problem: { object: app, reason: 'noStatus' },
      says: /whose Deployment \(apps\) has no status subresource; enable it/,
    },
    {
      rule: 'without the right',
      problem: { object: space, reason: 'forbidden' },
      says: /may not write the status of Namespace web on the hub; give its user the verb patch on the status subresource of Namespace$/,
    },
    {
      rule: 'refused',
      problem: { object: app, reason: 'invalid', says: 'status.replicas: Required value' },
      says: /the hub refuses the status of Deployment web\/app: status.replicas: Required value$/,
    },
    {
      rule: 'taken',
      problem: { object: app, reason: 'taken', by: 'team/other' },
      says: /placement team\/other writes the status of Deployment web\/app; set reportBackStrategy of one/,
    },
    {
      rule: 'too large',
      problem: { object: app, reason: 'tooLarge', cluster: 'c1' },
      says: /the status of Deployment web\/app on c1 is larger than 256 KiB and is not kept$/,
    },
  ])('names an object that is $rule, and what to do', ({ problem, says }) => {
    expect(say(problem)).toMatch(says);
  });

  it('names three, and counts the rest', () => {
    const problems = ['a', 'b', 'c', 'd', 'e'].map((name): BackReportProblem => ({
      object: { ...app, name },
      reason: 'missing',
    }));
    expect(say(...problems)).toMatch(
      /^5 statuses are not reported back: .*web\/a .*web\/b .*web\/c .*; and 2 more$/,
    );
    expect(toProblems(problems)).toMatchObject({ first: { length: 3 }, count: 5 });
  });
});
