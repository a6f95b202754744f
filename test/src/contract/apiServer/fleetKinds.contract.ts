import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { repoPath } from '../../crds/repoPath';
import type { Api } from './Api';
import { areServed, DEFINITIONS, type Definition, type Fields } from './customKinds';
import { contractSuite, type Add } from './suite';

/** The definitions that the fleet itself installs. */
function ourDefinitions(): readonly Definition[] {
  const folder = repoPath('crds');
  return readdirSync(folder)
    .filter(file => file.endsWith('.yaml'))
    .map(file => parse(readFileSync(`${folder}/${file}`, 'utf8')) as Definition);
}

const PLACEMENTS = 'placement.kubernetes-fleet.io';
const MEMBERS = 'cluster.kubernetes-fleet.io';

const selector = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };

const placement = (name: string, spec: Fields, version = 'v1') => ({
  apiVersion: `${PLACEMENTS}/${version}`,
  kind: 'ClusterResourcePlacement',
  metadata: { name },
  spec: { resourceSelectors: [selector], ...spec },
});

const member = (name: string, spec: Fields, version = 'v1') => ({
  apiVersion: `${MEMBERS}/${version}`,
  kind: 'MemberCluster',
  metadata: { name },
  spec: { identity: { kind: 'User', name: 'agent' }, ...spec },
});

const placements = (api: Api, ...rest: readonly string[]) =>
  api.at(`${PLACEMENTS}/v1/clusterresourceplacements`, ...rest);
const members = (api: Api, ...rest: readonly string[]) => api.at(`${MEMBERS}/v1/memberclusters`, ...rest);

/** Statement → what a placement asks for, one after the other. */
const PLACED: Readonly<Record<string, readonly Fields[]>> = {
  'a placement without a policy gets its defaults': [{}],
  'a placement of fixed clusters needs their names': [
    { policy: { placementType: 'PickFixed' } },
    { policy: { placementType: 'PickFixed', clusterNames: ['a', 'b'] } },
  ],
  'names of clusters are labels, each once': [
    { policy: { placementType: 'PickFixed', clusterNames: ['A_b'] } },
    { policy: { placementType: 'PickFixed', clusterNames: ['a', 'a'] } },
  ],
  'a policy that does not exist': [{ policy: { placementType: 'PickSome' } }],
  'a rolling update is a number or a share': [
    { strategy: { rollingUpdate: { maxUnavailable: '150%' } } },
    { strategy: { rollingUpdate: { maxUnavailable: 'x' } } },
    { strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: '50%' } } },
  ],
  'a selector by name and by labels at once': [
    { resourceSelectors: [{ ...selector, labelSelector: { matchLabels: { a: 'b' } } }] },
  ],
  'unknown fields are warned of': [{ policy: { placementType: 'PickAll', foo: 1 }, bar: 2 }],
};

function kinds(add: Add): void {
  for (const [says, specs] of Object.entries(PLACED)) {
    add(says, async api => {
      for (const spec of specs) await api.post(`${placements(api)}?dryRun=All`, placement('one', spec));
    });
  }
  add('the kind of a placement may not be changed', async api => {
    api.leave(placements(api, api.namespace));
    await api.post(placements(api), placement(api.namespace, { policy: { placementType: 'PickAll' } }));
    const fixed = { policy: { placementType: 'PickFixed', clusterNames: ['a'] } };
    await api.patch('merge', placements(api, api.namespace), { spec: fixed });
    await api.patch('merge', placements(api, api.namespace), { spec: { policy: null } });
  });
  add('a member is the same in both of its versions', async api => {
    api.leave(members(api, api.namespace));
    await api.post(members(api), member(api.namespace, { heartbeatPeriodSeconds: 5 }));
    await api.get(api.at(`${MEMBERS}/v1beta1/memberclusters`, api.namespace));
  });
  add('the bounds of a heartbeat', async api => {
    for (const heartbeatPeriodSeconds of [0, 601, 1.5, null])
      await api.post(`${members(api)}?dryRun=All`, member('one', { heartbeatPeriodSeconds }));
  });
  add('a member needs an identity', async api => {
    await api.post(`${members(api)}?dryRun=All`, member('one', { identity: null }));
    await api.post(`${members(api)}?dryRun=All`, member('one', { identity: { kind: 'User' } }));
  });
  add('what an agent reports is shown in the table of members', async api => {
    api.leave(members(api, api.namespace));
    await api.quietly('POST', members(api), member(api.namespace, {}));
    await api.patch('merge', members(api, api.namespace, 'status'), {
      status: {
        conditions: [
          {
            type: 'Joined',
            status: 'True',
            reason: 'Joined',
            message: '',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
        properties: {
          'kubernetes-fleet.io/node-count': { value: '3', observationTime: '2026-01-01T00:00:00Z' },
        },
        resourceUsage: { available: { cpu: '2', memory: '4Gi' }, observationTime: '2026-01-01T00:00:00Z' },
      },
    });
    await api.get(members(api, api.namespace), {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
  });
  add('server-side apply of a placement owns what it says, not the defaults', async api => {
    api.leave(placements(api, api.namespace));
    await api.patch(
      'apply',
      `${placements(api, api.namespace)}?fieldManager=me`,
      placement(api.namespace, { revisionHistoryLimit: 3 }),
    );
  });
}

export const fleetKinds = contractSuite('fleetKinds', kinds, {
  prepare: async api => {
    for (const definition of ourDefinitions()) {
      const { status, text } = await api.quietly('POST', api.at(DEFINITIONS), definition);
      if (status !== 201 && status !== 409) throw new Error(text);
      await areServed(api, definition);
    }
  },
});
