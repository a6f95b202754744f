import { canonicalJson, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient, readKubeconfig } from '@fleetstage/kube-client';
import { REAL_FLEET_HOOK_MS, startRealFleet, type ControlPlane, type RealFleet } from '../controlPlane';
import { eventually } from '../eventually';
import { bringsContainerBack, mergedPart, writeCases, type MergeCase } from './cases';
import { drawCase, type DrawnCase } from './drawCase';
import { mergeAsServer } from './mergeAsServer';

/** `npm run record:merge` writes the cases down; else some others are compared at once. */
const isRecording = process.env.MERGE_RECORD === '1';
const wanted = Number(process.env.MERGE_CASES ?? (isRecording ? 510 : 100));
const from = Number(process.env.MERGE_SEED ?? (isRecording ? 1 : 100_000));
const NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.merge.example.com' },
  spec: {
    group: 'merge.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

jest.setTimeout(600_000);
let fleet: RealFleet;
let hub: ControlPlane;
let client: KubeClient;

beforeAll(async () => {
  fleet = await startRealFleet({ members: [] });
  hub = fleet.hub;
  client = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'hub'));
  await client.create(WIDGETS);
  await eventually('widgets are served', async () => {
    await hub.kubectl(['get', 'widgets.merge.example.com']);
  });
}, REAL_FLEET_HOOK_MS);
afterAll(async () => {
  await client?.close();
  await fleet?.stop();
}, 60_000);

/** Not by kubectl, which writes the note anew. What is refused is left out of the cases. */
async function create(items: readonly KubeObject[]): Promise<void> {
  for (const { metadata, ...object } of items) {
    const isPlaced = object.kind !== 'CustomResourceDefinition';
    const placed = { ...metadata, ...(isPlaced && { namespace: 'default' }) };
    await client.create({ ...object, metadata: placed } as KubeObject).catch(() => undefined);
  }
}

const apply = (items: readonly KubeObject[]) =>
  hub.kubectl(['apply', '-f', '-', '--validate=false'], {
    stdin: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    allowFailure: true,
  });

const keyOf = ({ kind, metadata }: KubeObject) => `${kind}/${metadata.name}`;

async function readAll(drawn: readonly DrawnCase[]): Promise<ReadonlyMap<string, KubeObject>> {
  const kinds = [...new Set(drawn.map(({ wanted: { kind } }) => kind.toLowerCase()))];
  const { stdout } = await hub.kubectl(['get', kinds.join(','), '-o', 'json']);
  const { items } = JSON.parse(stdout) as { items: readonly KubeObject[] };
  return new Map(items.map(item => [keyOf(item), item]));
}

const noted = ({ found, last }: DrawnCase): KubeObject =>
  last === undefined
    ? found
    : {
        ...found,
        metadata: {
          ...found.metadata,
          annotations: { ...found.metadata.annotations, [NOTE]: JSON.stringify(last) },
        },
      };

async function play(): Promise<readonly MergeCase[]> {
  const drawn = Array.from({ length: Math.ceil(wanted * 1.1) + 10 }, (_, index) => drawCase(from + index));
  await create(drawn.map(noted));
  const before = await readAll(drawn);
  const { stdout } = await apply(drawn.map(one => one.wanted));
  const done = new Set(
    stdout.split('\n').flatMap(line => /\/(\S+) (?:configured|unchanged)$/.exec(line)?.slice(1) ?? []),
  );
  const after = await readAll(drawn);
  const cases = drawn.flatMap(({ seed, last, wanted: next }): MergeCase[] => {
    const [was, is] = [before.get(keyOf(next)), after.get(keyOf(next))];
    if (!was || !is || !done.has(next.metadata.name)) return [];
    return [{ seed, before: mergedPart(was), ...(last && { last }), wanted: next, after: mergedPart(is) }];
  });
  return cases.slice(0, wanted);
}

it(`${wanted} merges are those of kubectl apply (B/WA-052)`, async () => {
  const cases = await play();
  expect(cases).toHaveLength(wanted);
  if (isRecording) writeCases(cases);
  const wrong = cases.filter(
    one => !bringsContainerBack(one) && canonicalJson(mergeAsServer(one)) !== canonicalJson(one.after),
  );
  expect(wrong.map(({ seed }) => seed)).toEqual([]);
});
