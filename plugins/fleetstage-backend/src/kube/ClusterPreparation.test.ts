import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { resolve } from 'node:path';
import { systemPorts } from '../loop/systemPorts';
import { silentLog, type LogFields } from '../observe/log';
import { ClusterPreparation } from './ClusterPreparation';
import { readCrds } from './installCrds';

const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' };
const crdsDir = resolve(__dirname, '../../crds');

let api: StubApi;
let client: KubeClient;
const warnings: (LogFields | undefined)[] = [];

beforeEach(async () => {
  api = await startStubApi({ groups: [DEFINITIONS.group] });
  client = new KubeClient(api.endpoint('hub'));
  warnings.length = 0;
});

afterEach(async () => {
  await client.close();
  await api.stop();
});

const preparation = () =>
  new ClusterPreparation({
    crdsDir,
    hub: 'hub',
    isAllowed: false,
    timers: systemPorts.timers,
    log: { ...silentLog, warn: (_, fields) => void warnings.push(fields) },
  });

/** A hub to which the platform has applied the definitions, but for those of this group. */
async function putAllBut(group: string): Promise<void> {
  for (const crd of await readCrds({ dir: crdsDir, only: name => !name.endsWith(`.${group}`) }))
    api.cluster('hub').put(DEFINITIONS, crd);
}

it('a hub without the definitions of version sequences is ready, and the log says what is missing', async () => {
  await putAllBut('fleetstage.io');
  await preparation().prepareHub(client);
  expect(warnings).toEqual([
    { cluster: 'hub', reason: expect.stringMatching(/rolloutsequences\.fleetstage\.io is missing: apply/) },
  ]);
});

it('a hub without definitions of placements is not', async () => {
  await putAllBut('placement.kubernetes-fleet.io');
  await expect(preparation().prepareHub(client)).rejects.toThrow(
    /clusterresourceplacements\.placement\.kubernetes-fleet\.io is missing: apply the crds folder/,
  );
});

it('a hub with all of them is, and nothing is logged', async () => {
  await putAllBut('none');
  await preparation().prepareHub(client);
  expect(warnings).toEqual([]);
});
