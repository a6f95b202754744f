import { readFileSync, readdirSync } from 'node:fs';
import * as k8s from '@kubernetes/client-node';
import { eventually } from '../eventually';
import { repoPath } from '../crds/repoPath';
import { refusal, type ClientApis, type Story } from './clientNodeApis';

const TYPE = {
  group: 'placement.kubernetes-fleet.io',
  version: 'v1beta1',
  plural: 'clusterresourceplacements',
};
const NAME = 'by-client';

interface Placement extends k8s.KubernetesObject {
  spec?: { revisionHistoryLimit?: number; strategy?: { type?: string } };
  status?: { conditions?: { type: string }[] };
}

const placement = (spec: object = {}) => ({
  apiVersion: `${TYPE.group}/${TYPE.version}`,
  kind: 'ClusterResourcePlacement',
  metadata: { name: NAME },
  spec: {
    resourceSelectors: [{ group: '', kind: 'Namespace', name: 'shop', version: 'v1' }],
    policy: { placementType: 'PickAll' },
    ...spec,
  },
});

const condition = {
  type: 'Seen',
  status: 'True',
  reason: 'Seen',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

/** The definitions of this repository, created as any other object. */
async function installDefinitions({ config, objects }: ClientApis): Promise<string[]> {
  const folder = repoPath('crds');
  const definitions = readdirSync(folder).map(file =>
    k8s.loadYaml<k8s.V1CustomResourceDefinition & k8s.KubernetesObject>(
      readFileSync(`${folder}/${file}`, 'utf8'),
    ),
  );
  for (const definition of definitions) await objects.create(definition);
  const extensions = config.makeApiClient(k8s.ApiextensionsV1Api);
  return eventually(
    'the definitions are established',
    async () => {
      const { items } = await extensions.listCustomResourceDefinition();
      const established = items.filter(({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True'),
      );
      if (established.length < definitions.length) throw new Error(`${established.length} so far`);
      return established.map(({ spec }) => spec.names.kind).sort();
    },
    { timeoutMs: 20_000 },
  );
}

async function custom(apis: ClientApis) {
  const { custom: api, objects } = apis;
  const kinds = await installDefinitions(apis);
  const header = { ...placement(), metadata: { name: NAME } };
  const created = (await api.createClusterCustomObject({ ...TYPE, body: placement() })) as Placement;
  const merge = k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.MergePatch);
  const patched = (await api.patchClusterCustomObject(
    { ...TYPE, name: NAME, body: { spec: { revisionHistoryLimit: 3 } } },
    merge,
  )) as Placement;
  const status = (await api.patchClusterCustomObjectStatus(
    { ...TYPE, name: NAME, body: { status: { conditions: [condition] }, spec: { revisionHistoryLimit: 9 } } },
    merge,
  )) as Placement;
  const applied = await objects.patch<Placement>(
    { ...header, spec: { ...placement().spec, revisionHistoryLimit: 4 } } as Placement,
    undefined,
    undefined,
    'client',
    true,
    k8s.PatchStrategy.ServerSideApply,
  );
  const listed = (await api.listClusterCustomObject(TYPE)) as k8s.KubernetesListObject<Placement>;
  const invalid = await refusal(
    api.createClusterCustomObject({ ...TYPE, body: placement({ policy: { placementType: 'PickSome' } }) }),
  );
  const strategic = await refusal(
    api.patchClusterCustomObject(
      { ...TYPE, name: NAME, body: {} },
      k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.StrategicMergePatch),
    ),
  );
  const deleted = (await api.deleteClusterCustomObject({ ...TYPE, name: NAME })) as k8s.V1Status;
  return {
    kinds,
    defaulted: created.spec?.strategy?.type,
    patched: patched.spec?.revisionHistoryLimit,
    status: { limit: status.spec?.revisionHistoryLimit, type: status.status?.conditions?.[0].type },
    applied: applied.spec?.revisionHistoryLimit,
    listed: listed.items.map(item => item.metadata?.name),
    invalid,
    strategic,
    deleted: deleted.status,
    gone: await refusal(objects.read(header)),
  };
}

export const customStories: Readonly<Record<string, Story>> = { custom };
