import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { kinds, type PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const [SQLITE] = databases.eachSupportedId()[0];
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };
const { group, storageVersion, plural } = kinds.ClusterResourcePlacement;
const STEPS = ['RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available'];

const selectingNamespace = (name: string) => ({
  resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }],
});
const BAD = { resourceSelectors: [{ group: 'apps', version: 'v9', kind: 'Gone', name: 'web' }] };

/** `Available True 2` of each condition: type, status, the generation that it is true of. */
const conditionsOf = ({ conditions = [] }: Pick<PlacementStatus, 'conditions'>) =>
  conditions.map(
    ({ type, status, observedGeneration }) =>
      `${type.replace('ClusterResourcePlacement', '')} ${status} ${observedGeneration}`,
  );
const allTrue = (generation: number) => ['Scheduled', ...STEPS].map(step => `${step} True ${generation}`);

describe('a placement whose selectors are edited', () => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  /** Every status that was written since the last edit, in its order. */
  let written: PlacementStatus[] = [];
  /** The namespace that the hub cannot read. */
  let unreadable: string | undefined;

  const status = () =>
    ((fleet.find('ClusterResourcePlacement', 'web') as { status?: PlacementStatus } | undefined)?.status ??
      {}) as PlacementStatus;
  const untilTold = (isGood: (lines: string[]) => boolean) =>
    eventually(() => conditionsOf(status()), isGood, 30_000);
  const untilAllTrue = (generation: number) =>
    untilTold(lines => JSON.stringify(lines) === JSON.stringify(allTrue(generation)));
  const edit = async (spec: object) => {
    written = [];
    const { server } = fleet.api.endpoint('hub');
    const answer = await fetch(`${server}/apis/${group}/${storageVersion}/${plural}/web`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json', 'authorization': 'Bearer hub' },
      body: JSON.stringify({ spec }),
    });
    expect(answer.status).toBe(200);
  };

  beforeEach(async () => {
    unreadable = undefined;
    fleet = await StubFleet.start();
    for (const cluster of ['c1', 'c2']) fleet.put(aMemberObject(cluster));
    for (const name of ['web', 'other', 'default'])
      fleet.hub.put(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    fleet.put(aPlacementObject('web'));
    fleet.hub.intercept = ({ verb, place, body }) => {
      const patched = (body as { status?: PlacementStatus } | undefined)?.status;
      if (verb === 'PATCH' && place.plural === plural && patched?.conditions) written.push(patched);
      const isDown = verb === 'GET' && place.plural === 'namespaces' && place.name === unreadable;
      return isDown && unreadable !== undefined ? { status: 503, body: 'away' } : undefined;
    };
    backend = await startFleetBackend({
      knex: await databases.init(SQLITE),
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
    });
    await untilAllTrue(1);
  });
  afterEach(async () => {
    await backend?.stop();
    await fleet?.stop();
  });

  it('A/ST-002, A/SNP-010 is reported for its new generation from what that selects, never from what was selected before', async () => {
    await edit(selectingNamespace('other'));
    await untilAllTrue(2);
    expect(status()).toMatchObject({
      observedResourceIndex: '1',
      selectedResources: [{ kind: 'Namespace', name: 'other' }],
    });
    const early = written.filter(one => one.observedResourceIndex === '0');
    expect(early.flatMap(conditionsOf).filter(line => line.endsWith('True 2'))).toEqual([]);
    expect(written.flatMap(conditionsOf).filter(line => line.startsWith('FleetstageWarning'))).toEqual([]);
  });

  it('A/SEL-024, A/ST-005 with a mistake, keeps every other condition at the generation that it was true of', async () => {
    await edit(BAD);
    await untilTold(lines => lines.includes('Scheduled False 2'));
    expect(conditionsOf(status())).toEqual(['Scheduled False 2', ...STEPS.map(step => `${step} True 1`)]);
    expect(written.flatMap(conditionsOf).filter(line => line.endsWith('True 2'))).toEqual([]);
    expect(status()).toMatchObject({ observedResourceIndex: '0', selectedResources: [{ name: 'web' }] });
    await edit(selectingNamespace('web'));
    await untilAllTrue(3);
  });

  it('A/ST-002, A/SEL-022 says what it waits for while the hub does not answer, and goes on when it does', async () => {
    unreadable = 'other';
    await edit(selectingNamespace('other'));
    await untilTold(lines => lines.includes('Scheduled Unknown 2'));
    expect(conditionsOf(status())).toEqual(['Scheduled Unknown 2', ...STEPS.map(step => `${step} True 1`)]);
    expect(status()).toMatchObject({
      placementStatuses: [{ clusterName: 'c1' }, { clusterName: 'c2' }],
    });
    expect(status().conditions?.[0]).toMatchObject({
      reason: 'SchedulePending',
      message: expect.stringContaining('has not been read'),
    });
    const { body: listed } = await backend.as('user:default/ann').get('/placements');
    expect(listed.items).toMatchObject([{ name: 'web', state: 'deciding' }]);
    unreadable = undefined;
    await untilAllTrue(2);
    expect(status()).toMatchObject({ observedResourceIndex: '1' });
  });

  it('A/EV-004 an edit that selects the same is not waited for', async () => {
    await edit({ revisionHistoryLimit: 9 });
    await untilAllTrue(2);
    expect(status()).toMatchObject({ observedResourceIndex: '0' });
  });
});
