import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyWork, type ApplyResult, type WorkInput } from './applyWork';
import { observeWork } from './observeWork';
import { releaseWork } from './releaseWork';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const envelope = (data: Record<string, KubeObject>): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'e', namespace: 'web' },
  data,
});
const textEnvelope = (data: Record<string, string>): KubeObject => {
  const one = aConfigMap(data, 'texts');
  const annotations = { 'kubernetes-fleet.io/envelope-configmap': 'true' };
  return { ...one, metadata: { ...one.metadata, annotations } };
};
const one = (name: string) => aConfigMap({ a: '1' }, name);
const isThere = (name: string) => c.stub.find('configmaps', name, 'web') !== undefined;
const after = (result: ApplyResult): Partial<WorkInput> => ({
  previousReport: result.report,
  previousInventory: result.inventory,
});

it('A/SEL-072 puts what envelopes hold on the member, and no envelope', async () => {
  const manifests = [textEnvelope({ t: 'name: from-text' }), envelope({ a: one('inner') }), aNamespace()];
  const parseText = (text: string) => one(text.replace('name: ', ''));
  const { report, inventory } = await applyWork(
    c.client,
    aWork({ manifests, parseText, rules: { configMapEnvelopes: true } }),
  );
  expect(report.available).toMatchObject({ status: 'True' });
  expect(['from-text', 'inner', 'texts'].map(isThere)).toEqual([true, true, false]);
  expect(inventory.objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'ConfigMap from-text',
    'ConfigMap inner',
    'Namespace web',
  ]);
});

it('RUL 54 a ConfigMap envelope that is honoured no more is a ConfigMap, and what it held stays until it leaves it', async () => {
  const parseText = (text: string) => one(text.replace('name: ', ''));
  const rest = [aNamespace()];
  const first = await applyWork(
    c.client,
    aWork({
      manifests: [...rest, textEnvelope({ a: 'name: stays', b: 'name: goes' })],
      parseText,
      rules: { configMapEnvelopes: true },
    }),
  );
  const closed = [...rest, textEnvelope({ a: 'name: stays', b: 'name: goes', c: 'name: never' })];
  const second = await applyWork(
    c.client,
    aWork({ revision: 'r2', manifests: closed, parseText, ...after(first) }),
  );
  expect(['stays', 'goes', 'never', 'texts'].map(isThere)).toEqual([true, true, false, true]);
  const third = await applyWork(
    c.client,
    aWork({
      revision: 'r3',
      manifests: [...rest, textEnvelope({ a: 'name: stays' })],
      parseText,
      ...after(second),
    }),
  );
  expect(['stays', 'goes', 'texts'].map(isThere)).toEqual([true, false, true]);
  await applyWork(c.client, aWork({ revision: 'r4', manifests: rest, parseText, ...after(third) }));
  expect(['stays', 'texts'].map(isThere)).toEqual([false, false]);
});

it('B/WG-049 removes what has left an envelope, or has left with it', async () => {
  const first = await applyWork(
    c.client,
    aWork({ manifests: [aNamespace(), envelope({ a: one('stays'), b: one('goes') })] }),
  );
  const second = await applyWork(
    c.client,
    aWork({ revision: 'r2', manifests: [aNamespace(), envelope({ a: one('stays') })], ...after(first) }),
  );
  expect(['stays', 'goes'].map(isThere)).toEqual([true, false]);
  await applyWork(c.client, aWork({ revision: 'r3', manifests: [aNamespace()], ...after(second) }));
  expect(isThere('stays')).toBe(false);
});

it('RUL 50 names an entry that is refused, places the others, and leaves what the entry placed before', async () => {
  const first = await applyWork(
    c.client,
    aWork({ manifests: [aNamespace(), envelope({ a: one('first'), b: one('second'), c: one('goes') })] }),
  );
  const skipped = { skippedKinds: [{ group: '', kinds: ['ConfigMap'] }] };
  const manifests = [aNamespace(), envelope({ a: one('first'), b: one('second') })];
  const work = aWork({ revision: 'r2', manifests, rules: skipped, ...after(first) });
  const result = await applyWork(c.client, work);
  expect(['first', 'second', 'goes'].map(isThere)).toEqual([true, true, false]);
  expect(result.report.synchronized).toMatchObject({ status: 'True' });
  expect(result.report.applied).toMatchObject({ status: 'False', reason: 'NotAllWorkHaveBeenApplied' });
  expect(result.report.failed).toMatchObject(
    ['first', 'second'].map(name => ({
      name,
      envelope: { name: 'e' },
      condition: {
        reason: 'FleetstageEntryRefused',
        message: expect.stringMatching(/^entry [ab] of ResourceEnvelope web\/e is ConfigMap/),
      },
    })),
  );
  expect(result.inventory.objects.map(({ name }) => name).sort()).toEqual(['first', 'second', 'web']);
  const seen = await observeWork(c.client, { ...work, ...after(result) });
  expect(seen).toMatchObject({ needsApply: 'no', report: { applied: { status: 'False' } } });
});

it('RUL 50 places what can be read, and removes nothing while an entry cannot be', async () => {
  const first = await applyWork(c.client, aWork({ manifests: [aNamespace(), envelope({ a: one('held') })] }));
  const broken = { a: 'text', b: one('placed') } as unknown as Record<string, KubeObject>;
  const second = await applyWork(
    c.client,
    aWork({ revision: 'r2', manifests: [aNamespace(), envelope(broken)], ...after(first) }),
  );
  expect(['held', 'placed'].map(isThere)).toEqual([true, true]);
  expect(second.report.failed).toMatchObject([
    { name: 'a', kind: 'ResourceEnvelope', condition: { reason: 'DecodingErred' } },
  ]);
  const mended = envelope({ b: one('placed') });
  await applyWork(c.client, aWork({ revision: 'r3', manifests: [aNamespace(), mended], ...after(second) }));
  expect(['held', 'placed'].map(isThere)).toEqual([false, true]);
});

it('keeps identities of manifests where it is given how to make them, and knows them again', async () => {
  const identify = (hash: string) => `secret.${hash.slice(0, 8)}`;
  const work = aWork({ manifests: [aNamespace(), one('a')], identify });
  const first = await applyWork(c.client, work);
  const hashes = first.inventory.objects.map(({ hash }) => hash);
  expect(hashes).toEqual([
    expect.stringMatching(/^secret\.[0-9a-f]{8}$/),
    expect.stringMatching(/^secret\./),
  ]);
  c.stub.calls.length = 0;
  const input = { ...work, ...after(first), live: () => 'unseen' as const };
  expect((await observeWork(c.client, input)).needsApply).toBe('no');
  expect(c.stub.calls).toEqual([]);
});

const ODD_NAMES = ['.', '..', '../..', 'a/b', '%2e%2e', '..%2f'];
/** What was asked of the cluster under other names than those of the placement. */
const astray = () =>
  c.stub.calls.filter(
    call =>
      !/^POST \/api\/v1\/namespaces(\/web\/configmaps)?$/.test(call) &&
      !/ \/(api\/v1\/namespaces\/web(\/configmaps\/(kept|inner))?|apis\/.*\/appliedworks.*)$/.test(call),
  );

it('RUL 50 an entry under a name that is a path fails with its name, and nothing is asked under it', async () => {
  const entries = Object.fromEntries(ODD_NAMES.map((name, i) => [`odd-${i}`, one(name)]));
  const manifests = [aNamespace(), envelope({ ...entries, good: one('inner') }), one('kept')];
  const { report, inventory } = await applyWork(c.client, aWork({ manifests }));
  expect(report.failed.map(({ name, condition }) => [name, condition.reason])).toEqual(
    expect.arrayContaining(ODD_NAMES.map(name => [name, 'DecodingErred'])),
  );
  expect(report.failed).toHaveLength(ODD_NAMES.length);
  expect(['kept', 'inner'].map(isThere)).toEqual([true, true]);
  expect(inventory.objects.map(({ name }) => name)).toEqual(expect.not.arrayContaining(ODD_NAMES));
  expect(astray()).toEqual([]);
});

it('RUL 50 compares nothing under such a name either', async () => {
  const secrets = ODD_NAMES.map(name => ({ ...one(name), kind: 'Secret' }));
  const manifests = [aNamespace(), envelope(Object.fromEntries(secrets.map((odd, i) => [`odd-${i}`, odd])))];
  const work = aWork({ manifests, applyStrategy: { type: 'ReportDiff' } });
  const { report } = await applyWork(c.client, work);
  expect(report.diffReported).toMatchObject({
    status: 'False',
    message: expect.stringContaining('6 of 7 objects, Secret web/a/b ('),
  });
  expect(report.diffed.map(({ kind }) => kind)).toEqual(['Namespace']);
  expect(astray()).toEqual([]);
  await observeWork(c.client, { ...work, previousReport: report });
  expect(astray()).toEqual([]);
});

it('RUL 17 what an inventory holds under such a name was never there: it is neither read nor removed', async () => {
  const first = await applyWork(c.client, aWork({ manifests: [aNamespace(), one('kept')] }));
  const [entry] = first.inventory.objects.filter(({ kind }) => kind === 'ConfigMap');
  const odd = ODD_NAMES.map((name, i) => ({ ...entry, name, uid: `odd-${i}` }));
  const previousInventory = { ...first.inventory, objects: [...first.inventory.objects, ...odd] };
  const second = await applyWork(
    c.client,
    aWork({ revision: 'r2', manifests: [aNamespace(), one('kept')], previousInventory }),
  );
  expect(second.needsRetry).toBe(false);
  expect(second.inventory.objects).toHaveLength(2);
  const released = await releaseWork(c.client, { ...aWork(), previousInventory, deletion: 'Delete' });
  expect(released).toEqual({ kind: 'released' });
  expect(astray()).toEqual([]);
});
