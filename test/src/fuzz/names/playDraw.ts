import { applyWork, observeWork, releaseWork, type WorkInput } from '@fleetstage/applier';
import {
  approvalName,
  instant,
  kinds,
  memberNamespace,
  PLACEMENT_GROUP,
  resourceSnapshotName,
  STORAGE_VERSION,
  workName,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { planSelection } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { gvkOf, type KubeClient } from '@fleetstage/kube-client';
import type { Draw, DrawnObject, Reference } from './drawNames';

/** An object, or without a name a collection, that a draw is about. */
export interface Intended {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
}

const CLUSTER_SCOPED = ['Namespace', 'ClusterRole', 'AppliedWork'];
const STORED = `${PLACEMENT_GROUP}/${STORAGE_VERSION}`;

/** Does what the product does with it. @returns everything that came out of it, errors included */
export async function playDraw(client: KubeClient, draw: Draw): Promise<unknown> {
  switch (draw.kind) {
    case 'call':
      return call(client, draw);
    case 'selection':
      return select(client, draw);
    case 'work':
      return work(client, draw);
    default: {
      const { target, object } = referenceOf(draw);
      return [
        await outcomeOf(() => client.find(target, object)),
        await outcomeOf(() => client.patch(target, object, { patch: { type: 'merge', body: {} } })),
      ];
    }
  }
}

/** What the draw may ask for, whoever answers what. */
export function intendedOf(draw: Draw): readonly Intended[] {
  switch (draw.kind) {
    case 'call': {
      const { name: _, ...collection } = draw.object;
      return ['list', 'watch', 'create'].includes(draw.verb) ? [collection] : [draw.object];
    }
    case 'selection':
      return draw.terms.map(({ name, isNamed, ...term }) => ({
        ...term,
        namespace: draw.namespace,
        // An empty name is none.
        ...(isNamed && name !== '' ? { name } : {}),
      }));
    case 'work': {
      const own = { apiVersion: STORED, kind: 'AppliedWork' };
      return [...draw.manifests, ...draw.held, own, { ...own, name: workName(draw.placement) }];
    }
    default: {
      const { target, object } = referenceOf(draw);
      return [{ apiVersion: `${target.group}/${target.version}`, kind: target.kind, ...object }];
    }
  }
}

async function call(client: KubeClient, { mood, verb, object }: Extract<Draw, { kind: 'call' }>) {
  const { apiVersion, kind, ...own } = object;
  const target = gvkOf(object);
  const whole = { apiVersion, kind, metadata: own };
  const verbs: Record<typeof verb, () => Promise<unknown>> = {
    get: () => client.get(target, own),
    find: () => client.find(target, own),
    metadata: () => client.find(target, own, { metadataOnly: true }),
    merge: () => client.patch(target, own, { patch: { type: 'merge', body: { metadata: { labels: {} } } } }),
    status: () => client.patch(target, own, { patch: { type: 'merge', body: {} }, subresource: 'status' }),
    apply: () => client.patch(target, own, { patch: { type: 'apply', body: whole } }),
    replace: () => client.replace(whole),
    create: () => client.create(whole),
    delete: () => client.delete(target, own),
    list: () => client.list(target, { namespace: own.namespace }),
    watch: () => watch(client, object),
  };
  return outcomeOf(verbs[verb], isSecret(object) && (mood === 'honest' || verb === 'list'));
}

async function watch(client: KubeClient, object: DrawnObject) {
  const { signal } = new AbortController();
  const stream = await client.openWatch(gvkOf(object), { query: {}, namespace: object.namespace, signal });
  for await (const _ of stream);
}

async function select(client: KubeClient, { mood, namespace, terms }: Extract<Draw, { kind: 'selection' }>) {
  const selectors = terms.map(({ name, isNamed, ...term }) => ({
    ...gvkOf(term),
    selectionScope: 'NamespaceOnly' as const,
    ...(isNamed ? { name } : {}),
  }));
  const served = selectors.map(({ group, version, kind }) => ({
    ...{ group, version, kind, isNamespaced: !CLUSTER_SCOPED.includes(kind) },
    ...{ isListable: true, isPreferred: true },
  }));
  const context = { placement: 'web', kinds: served, ...(namespace !== undefined && { namespace }) };
  const planned = planSelection(selectors, context);
  if (!planned.ok) return planned.error;
  const out = [];
  for (const step of planned.value)
    out.push(
      await outcomeOf(
        () =>
          step.kind === 'get'
            ? client.find(step.target, { name: step.name, namespace: step.namespace })
            : client.list(step.target, { namespace: step.namespace }),
        step.target.kind === 'Secret' && (mood === 'honest' || step.kind === 'list'),
      ),
    );
  return out;
}

async function work(client: KubeClient, draw: Extract<Draw, { kind: 'work' }>) {
  const { placement, isCompared, isEnveloped, manifests, held } = draw;
  const objects = manifests.map(({ apiVersion, kind, ...metadata }) => ({ apiVersion, kind, metadata }));
  const envelopes = objects.map((object, i): KubeObject => ({
    apiVersion: STORED,
    kind: 'ResourceEnvelope',
    metadata: { name: `e${i}`, namespace: (object.metadata as DrawnObject).namespace },
    data: { [`entry-${i}`]: object },
  }));
  const input: WorkInput = {
    placement,
    cluster: 'member-1',
    revision: 'r1',
    manifests: isEnveloped ? envelopes : objects,
    applyStrategy: isCompared ? { type: 'ReportDiff', comparisonOption: 'FullComparison' } : {},
    previousInventory: {
      appliedWorkUid: 'u',
      objects: held.map(({ apiVersion, kind, ...own }, ordinal) => ({
        ...own,
        ...gvkOf({ apiVersion, kind }),
        ordinal,
        uid: 'u',
      })),
    },
    now: instant(1_795_262_400_000),
  };
  const applied = await outcomeOf(async () => {
    const { report, inventory } = await applyWork(client, input);
    return { report, inventory };
  });
  const observed = await outcomeOf(async () => (await observeWork(client, input)).report);
  return [applied, observed, await outcomeOf(() => releaseWork(client, { ...input, deletion: 'Delete' }))];
}

function referenceOf({ of, parts: [one, other] }: Extract<Draw, { kind: 'reference' }>) {
  const names: Record<Reference, readonly [KindName, string, string?]> = {
    placement: ['ResourcePlacement', one, other],
    strategy: ['ClusterStagedUpdateStrategy', one],
    run: ['ClusterStagedUpdateRun', one],
    approval: ['ClusterApprovalRequest', approvalName(one, other, 'afterStage')],
    snapshot: ['ResourceSnapshot', resourceSnapshotName(one, 1), other],
    member: ['InternalMemberCluster', one, memberNamespace(other)],
    appliedWork: ['ClusterResourceBinding', workName(`${one}/${other}`)],
  };
  const [kind, name, namespace] = names[of];
  const { group, storageVersion: version, plural, scope } = kinds[kind];
  const target = { group, version, kind, plural, namespaced: scope === 'Namespaced' };
  return { target, object: { name, ...(namespace === undefined ? {} : { namespace }) } };
}

/** What came, or of an error what would be logged; a Secret that was asked for is nobody else's. */
async function outcomeOf(ask: () => Promise<unknown>, mayBeSecret = false): Promise<unknown> {
  try {
    const answer = await ask();
    return mayBeSecret ? undefined : answer;
  } catch (error) {
    const { name, message, stack, cause, status } = error as Error & { status?: unknown };
    return { name, message, stack, cause: String(cause), status };
  }
}

const isSecret = ({ kind }: DrawnObject) => kind === 'Secret';
