import type { ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { toOwnerReference } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { applyWork, type ApplyResult, type WorkInput } from './applyWork';
import { renderOnce } from './hubWork';
import { planAsking } from './askServer';
import { observeWork } from './observeWork';
import { ServerForms } from './ServerForms';
import { statusOf, type StubAnswer } from './testing';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

const PLACE = { group: '', version: 'v1', plural: 'configmaps', namespace: 'web', name: 'app' };
const KEPT: ApplyStrategy = { whenToApply: 'IfNotDrifted' };

let c: Awaited<ReturnType<typeof startCluster>>;
let forms: ServerForms;
beforeEach(async () => {
  c = await startCluster();
  forms = new ServerForms();
});
afterEach(() => c.stop());

const input = (applyStrategy: ApplyStrategy, before?: ApplyResult, more: Partial<WorkInput> = {}) =>
  aWork({
    manifests: [aNamespace(), aConfigMap({ cpu: '1000m' })],
    applyStrategy,
    forms: forms.of('web'),
    ...(before && { previousReport: before.report, previousInventory: before.inventory }),
    ...more,
  });
const change = (cpu: string) => c.stub.merge(PLACE, { data: { cpu } });
const cpu = () => (c.stub.find('configmaps', 'app', 'web')?.data as { cpu: string }).cpu;
const asked = () => c.stub.calls.filter(call => call.endsWith('(dry run)')).length;
const writes = () => c.stub.calls.filter(call => /^(POST|PATCH) .*configmaps(\/app)?$/.test(call)).length;
const live = ({ kind, name }: { kind: string; name: string }) =>
  kind === 'ConfigMap' ? c.stub.find('configmaps', name, 'web')! : ('unseen' as const);

/** The cluster writes `1000m` as `1`, as API servers do with quantities. */
const normalize = () => {
  c.stub.intercept = ({ place, body }) => {
    const { data } = body as { data?: { cpu?: string } };
    if (place.plural === 'configmaps' && data?.cpu === '1000m') data.cpu = '1';
    return undefined;
  };
};
const answerDryRuns = (answer: StubAnswer | 'silence' | undefined) => {
  c.stub.intercept = ({ verb, place, isDryRun }) =>
    isDryRun && verb === 'PATCH' && place.plural === 'configmaps' ? answer : undefined;
};

describe('B/WA-092 a value that the cluster writes in its own way', () => {
  it.each([{}, KEPT, { comparisonOption: 'FullComparison' as const }, { type: 'ServerSideApply' as const }])(
    'is no drift with %j, and costs neither a write nor a dry run',
    async strategy => {
      normalize();
      const first = await applyWork(c.client, input(strategy));
      expect(cpu()).toBe('1');
      c.stub.calls.length = 0;
      for (let pass = 0; pass < 3; pass += 1) {
        const { report } = await applyWork(c.client, input(strategy, first));
        expect(report).toMatchObject({ applied: { status: 'True' }, drifted: [], failed: [] });
        const seen = await observeWork(c.client, { ...input(strategy, first), live });
        expect(seen).toMatchObject({ needsApply: 'no', report: { drifted: [] } });
      }
      expect([asked(), writes()]).toEqual([0, 0]);
    },
  );

  it('is found out by one dry run, or one write, after a restart', async () => {
    normalize();
    const first = await applyWork(c.client, input(KEPT));
    forms = new ServerForms();
    c.stub.calls.length = 0;
    for (let pass = 0; pass < 3; pass += 1) {
      const { report } = await applyWork(c.client, input(KEPT, first));
      expect(report).toMatchObject({ applied: { status: 'True' }, drifted: [] });
    }
    expect([asked(), writes()]).toEqual([1, 0]);
    forms = new ServerForms();
    const repairing = { ...input({}, first), live, isRepairing: () => true };
    const { repairs } = await observeWork(c.client, repairing);
    // It changed nothing, so it is no repair, and the next pass finds nothing to do.
    expect(repairs).toEqual([]);
    expect(writes()).toBe(1);
    expect(await observeWork(c.client, repairing)).toMatchObject({ needsApply: 'no' });
    expect(writes()).toBe(1);
  });

  it('does not hide what somebody changes it to', async () => {
    normalize();
    const first = await applyWork(c.client, input(KEPT));
    change('2');
    const { report } = await applyWork(c.client, input(KEPT, first));
    expect(report.drifted).toMatchObject([
      { observedDrifts: [{ path: '/data/cpu', valueInHub: '1000m', valueInMember: '2' }] },
    ]);
  });
});

describe('a drift that is kept', () => {
  it('is confirmed by one dry run, however often it is looked at', async () => {
    const first = await applyWork(c.client, input(KEPT));
    change('2');
    c.stub.calls.length = 0;
    for (let pass = 0; pass < 3; pass += 1) {
      const { report, needsRetry } = await applyWork(c.client, input(KEPT, first));
      expect(report.failed).toMatchObject([{ condition: { reason: 'FoundDrifts' } }]);
      expect(needsRetry).toBe(false);
      await observeWork(c.client, { ...input(KEPT, first), live });
    }
    expect([asked(), cpu()]).toEqual([1, '2']);
  });

  it('B/WA-081, RUL 16 is compared in full where the cluster calls the manifest invalid, of this object alone', async () => {
    const manifests = [aNamespace(), aConfigMap({ cpu: '1' }), aConfigMap({ a: '1' }, 'other')];
    const first = await applyWork(c.client, input(KEPT, undefined, { manifests }));
    c.stub.merge(PLACE, { data: { cpu: '2', extra: 'x' } });
    answerDryRuns(statusOf(422, 'Invalid', 'data is immutable'));
    const { report, needsRetry } = await applyWork(c.client, input(KEPT, first, { manifests }));
    expect(report.failed).toMatchObject([
      {
        name: 'app',
        condition: {
          reason: 'FoundDriftsInDegradedMode',
          message: expect.stringContaining('refuses the manifest: data is immutable'),
        },
      },
    ]);
    expect(report.drifted).toMatchObject([
      { name: 'app', observedDrifts: [{ path: '/data/cpu' }, { path: '/data/extra' }] },
    ]);
    expect(needsRetry).toBe(false);
  });

  it('B/WA-082, B/FT-047 is not known where the dry run fails otherwise: that is said, and tried again', async () => {
    const first = await applyWork(c.client, input(KEPT));
    change('2');
    answerDryRuns(statusOf(500, 'InternalError', 'failed calling webhook "x"'));
    const second = await applyWork(c.client, input(KEPT, first));
    expect(second.report.failed).toMatchObject([
      {
        condition: {
          reason: 'FailedToRunDriftDetection',
          message: expect.stringContaining('failed calling webhook "x"'),
        },
      },
    ]);
    expect([second.needsRetry, second.report.drifted]).toEqual([true, []]);
    c.stub.intercept = undefined;
    const third = await applyWork(c.client, input(KEPT, second));
    expect(third.report.failed).toMatchObject([{ condition: { reason: 'FoundDrifts' } }]);
  });

  it.each([
    { strategy: KEPT, drift: { cpu: '2' }, needsApply: 'no', needsRetry: true },
    // A repair follows, at its own pace.
    {
      strategy: { comparisonOption: 'FullComparison' as const },
      drift: { extra: 'x' },
      needsApply: 'drifted',
      needsRetry: false,
    },
  ])(
    'B/WA-082, WA-048 keeps what was found before where an observation cannot find it out, and needs a retry: %j',
    async ({ strategy, drift, needsApply, needsRetry }) => {
      const first = await applyWork(c.client, input(strategy));
      c.stub.merge(PLACE, { data: drift });
      const found = await observeWork(c.client, { ...input(strategy, first), live });
      expect([found.needsRetry, found.report.drifted.length]).toEqual([false, 1]);
      change('3');
      answerDryRuns(statusOf(500, 'InternalError', 'failed calling webhook "x"'));
      const before = { ...input(strategy, first), previousReport: found.report };
      const failed = await observeWork(c.client, { ...before, live });
      expect(failed).toMatchObject({ needsApply, needsRetry });
      expect(failed.report.drifted).toEqual(found.report.drifted);
    },
  );

  describe('of which a dry run gets no answer', () => {
    const plan = async () => {
      const work = renderOnce(input(KEPT));
      const manifest = work.manifests.find(({ name }) => name === 'app')!;
      const uid = c.stub.find('appliedworks', work.name)!.metadata.uid!;
      const context = { client: c.client, forms: forms.of('web'), timeoutMs: 300 };
      const owner = toOwnerReference({ name: work.name, uid });
      return planAsking(context, {
        manifest,
        live: c.stub.find('configmaps', 'app', 'web'),
        owner,
        strategy: KEPT,
      });
    };
    beforeEach(async () => {
      await applyWork(c.client, input(KEPT));
      change('2');
    });

    it.each(['silence' as const, statusOf(504, 'Timeout', 'request did not complete')])(
      'B/WA-082 is not known while the member answers otherwise: a webhook hangs, not the member (%j)',
      async answer => {
        answerDryRuns(answer);
        expect(await plan()).toMatchObject({ kind: 'refuse', reason: 'FailedToRunDriftDetection' });
      },
    );

    it('is trouble of the member that says so', async () => {
      answerDryRuns(statusOf(503, 'ServiceUnavailable', 'busy'));
      await expect(plan()).rejects.toMatchObject({ isClusterWide: true });
    });

    it('is trouble of the member where it answers nothing else either', async () => {
      const reads = () => c.stub.calls.filter(call => call.startsWith('GET') && call.endsWith('/app')).length;
      const before = reads();
      c.stub.intercept = ({ verb }) =>
        verb === 'PATCH' ? 'silence' : statusOf(503, 'ServiceUnavailable', 'busy');
      await expect(plan()).rejects.toMatchObject({ isClusterWide: true, status: { code: 503 } });
      expect(reads()).toBeGreaterThan(before);
    });
  });

  it('is what the hub sees where a dry run is not permitted', async () => {
    const first = await applyWork(c.client, input(KEPT));
    change('2');
    answerDryRuns(statusOf(403, 'Forbidden', 'no patch'));
    const { report } = await applyWork(c.client, input(KEPT, first));
    expect(report.failed).toMatchObject([{ condition: { reason: 'FoundDrifts' } }]);
  });
});

describe('ReportDiff', () => {
  const REPORT: ApplyStrategy = { type: 'ReportDiff' };
  beforeEach(() => {
    c.stub.put({ group: '', version: 'v1', plural: 'namespaces' }, aNamespace());
    c.stub.put({ ...PLACE, name: undefined }, aConfigMap({ cpu: '2' }));
  });

  it('B/WA-089, B/ST-019, RUL 16 says which object was compared in degraded mode, and why', async () => {
    answerDryRuns(statusOf(422, 'Invalid', 'data is immutable'));
    const first = await applyWork(c.client, input(REPORT));
    expect(first.report.diffReported).toMatchObject({
      status: 'True',
      message:
        'All corresponding work objects have reported diff; ConfigMap web/app: data is immutable (FoundDiffInDegradedMode)',
    });
    expect(first.report.diffed).toHaveLength(1);
  });

  it('B/WA-082, WA-107 fails for the object whose comparison fails', async () => {
    answerDryRuns(statusOf(500, 'InternalError', 'webhook'));
    const { report } = await applyWork(c.client, input(REPORT));
    expect(report.diffReported).toMatchObject({
      status: 'False',
      message: expect.stringContaining('webhook'),
    });
    expect(report.diffed).toEqual([]);
  });

  it('ends in the midst of a dry run with its signal', async () => {
    const pass = new AbortController();
    c.stub.intercept = ({ isDryRun }) => {
      if (!isDryRun) return undefined;
      pass.abort(new Error('the pass has ended'));
      return 'silence';
    };
    const ended = applyWork(c.client, input(REPORT, undefined, { signal: pass.signal }));
    await expect(ended).rejects.toThrow('the pass has ended');
  });

  it('RUL 40 repeats no value of a Secret that the dry run complains of', async () => {
    const secret = { ...aConfigMap({ token: 'cGxhbnRlZA==' }), kind: 'Secret' };
    c.stub.put({ ...PLACE, plural: 'secrets', name: undefined }, { ...secret, data: { token: 'b3RoZXI=' } });
    c.stub.intercept = ({ verb }) =>
      verb === 'PATCH' ? statusOf(422, 'Invalid', 'no: cGxhbnRlZA== planted b3RoZXI=') : undefined;
    const { report } = await applyWork(
      c.client,
      input(REPORT, undefined, { manifests: [aNamespace(), secret] }),
    );
    expect(report.diffed).toHaveLength(1);
    expect(JSON.stringify(report)).not.toMatch(/cGxhbnRlZA|planted|b3RoZXI/);
  });
});

it('B/WA-048 full comparison that fails after an apply leaves the object applied, and says so', async () => {
  const strategy: ApplyStrategy = { comparisonOption: 'FullComparison' };
  const first = await applyWork(c.client, input(strategy));
  expect(first.report.applied?.message).toBe('All corresponding work objects are applied');
  change('2');
  answerDryRuns(statusOf(500, 'InternalError', 'webhook'));
  const { report } = await observeWork(c.client, { ...input(strategy, first), live });
  expect(report.applied).toMatchObject({
    status: 'True',
    message:
      'All corresponding work objects are applied; ConfigMap web/app: webhook (AppliedWithFailedDriftDetection)',
  });
  // It stands as long as nobody reads the object.
  const unseen = () => 'unseen' as const;
  const later = await observeWork(c.client, { ...input(strategy, { ...first, report }), live: unseen });
  expect(later.report.applied?.message).toBe(report.applied?.message);
  expect(later.report.remarks).toMatchObject([{ name: 'app', reason: 'AppliedWithFailedDriftDetection' }]);
});
