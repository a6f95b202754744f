import type { ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyWork, type ApplyResult } from './applyWork';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const apply = (names: readonly string[], type: ApplyStrategy['type'], before?: ApplyResult) =>
  applyWork(
    c.client,
    aWork({
      revision: `${type} ${names.join()}`,
      manifests: [aNamespace(), ...names.map(name => aConfigMap({ a: '1' }, name))],
      applyStrategy: { type },
      ...(before && { previousReport: before.report, previousInventory: before.inventory }),
    }),
  );
const namesThere = () => ['app', 'old'].filter(name => c.stub.find('configmaps', name, 'web'));

it('B/WA-035 what left the placement while it only compared is removed when it is applied again', async () => {
  const applied = await apply(['app', 'old'], 'ClientSideApply');
  const compared = await apply(['app'], 'ReportDiff', applied);
  expect(compared.inventory).toEqual(applied.inventory);
  expect(namesThere()).toEqual(['app', 'old']);
  await apply(['app'], 'ClientSideApply', compared);
  expect(namesThere()).toEqual(['app']);
});

it('B/WA-036 what was only compared is no failure when the strategy and the objects change in one update', async () => {
  const applied = await apply(['app', 'old'], 'ClientSideApply');
  const compared = await apply(['app', 'old'], 'ReportDiff', applied);
  const { report, needsRetry } = await apply(['app'], 'ServerSideApply', compared);
  expect(report).toMatchObject({ applied: { status: 'True' }, failed: [], diffed: [] });
  expect(report).not.toHaveProperty('diffReported');
  expect([needsRetry, namesThere()]).toEqual([false, ['app']]);
});

it('B/WA-035, B/WA-036 a placement that began by comparing applies what it found, and what it did not', async () => {
  c.stub.put({ group: '', version: 'v1', plural: 'namespaces' }, aNamespace());
  c.stub.put({ group: '', version: 'v1', plural: 'configmaps' }, aConfigMap({ a: 'theirs' }, 'old'));
  const compared = await apply(['app', 'old'], 'ReportDiff');
  expect(compared.report.diffed).toHaveLength(2);
  const { report } = await apply(['app'], 'ClientSideApply', compared);
  expect(report).toMatchObject({ applied: { status: 'True' }, diffed: [] });
  // It was never ours.
  expect(namesThere()).toEqual(['app', 'old']);
});

it('B/WA-073 what somebody creates between read and create is judged, and left with whenToTakeOver Never', async () => {
  const place = { group: '', version: 'v1', plural: 'configmaps' };
  c.stub.intercept = ({ verb, place: { plural } }) => {
    if (verb === 'POST' && plural === 'configmaps' && !c.stub.find('configmaps', 'app', 'web'))
      c.stub.put(place, aConfigMap({ a: 'theirs' }));
    return undefined;
  };
  const applyStrategy = { whenToTakeOver: 'Never' } as const;
  const { report } = await applyWork(
    c.client,
    aWork({ manifests: [aNamespace(), aConfigMap()], applyStrategy }),
  );
  expect(report.failed.map(({ condition }) => condition.reason)).toEqual(['NotTakenOver']);
  expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ a: 'theirs' });
});

it('B/WA-073, WA-054 what is created is ours by an update, as a merge writes it, or by apply', async () => {
  const managersOf = (name: string) => {
    const { metadata } = c.stub.find('configmaps', name, 'web') ?? {};
    return (metadata as { managedFields?: readonly object[] } | undefined)?.managedFields;
  };
  await apply(['app'], 'ClientSideApply');
  expect(managersOf('app')).toEqual([{ manager: 'work-api-agent', operation: 'Update' }]);
  await apply(['app', 'old'], 'ServerSideApply');
  expect(managersOf('old')).toEqual([{ manager: 'work-api-agent', operation: 'Apply' }]);
});
