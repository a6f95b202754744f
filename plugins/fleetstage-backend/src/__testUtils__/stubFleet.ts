import { startStubApi, type StubApi, type StubClusterOptions } from '@fleetstage/applier/testing';
import { kinds, type KindName, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCrds } from '../kube/installCrds';
import { aMemberObject, aPlacementObject, aRunObject, aStrategyObject } from './objects';
import { eventually } from './eventually';

const GROUPS = [
  '',
  'apps',
  'apiextensions.k8s.io',
  'placement.kubernetes-fleet.io',
  'cluster.kubernetes-fleet.io',
  'fleetstage.io',
];
/** Contexts of the kubeconfig; `putFleet` makes members of the first two that are no hub. */
const CLUSTERS = ['hub', 'c1', 'c2', 'c3'];

const CRDS = resolve(__dirname, '../../crds');
const CRD_PLACE = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' };

/** A hub and two members over HTTP, with a kubeconfig that reaches them. */
export class StubFleet {
  private constructor(
    readonly api: StubApi,
    private readonly folder: string,
  ) {}

  static async start(options: Pick<StubClusterOptions, 'mindsFinalizers'> = {}): Promise<StubFleet> {
    const api = await startStubApi({ groups: GROUPS, workloads: 'atOnce', ...options });
    const fleet = new StubFleet(api, await mkdtemp(join(tmpdir(), 'fleetstage-stub-')));
    await writeFile(fleet.kubeconfig, fleet.renderKubeconfig());
    for (const crd of await readCrds({ dir: CRDS })) fleet.hub.put(CRD_PLACE, crd);
    return fleet;
  }

  get kubeconfig(): string {
    return join(this.folder, 'kubeconfig');
  }

  /** Below `fleetstage` of a configuration. */
  get settings() {
    const { kubeconfig } = this;
    return {
      hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
      members: { kubeconfig },
      installCrds: false,
      capture: { debounceMs: 0, maxMs: 0 },
    };
  }

  get hub() {
    return this.api.cluster('hub');
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await rm(this.folder, { recursive: true });
  }

  put(object: KubeObject): KubeObject {
    const { group, plural, storageVersion: version } = kinds[object.kind as KindName];
    const { name, labels, annotations } = object.metadata;
    return this.hub.put(
      { group, version, plural },
      { ...object, metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) } },
    ) as KubeObject;
  }

  find(kind: KindName, name: string): KubeObject | undefined {
    return this.hub.find(kinds[kind].plural, name) as KubeObject | undefined;
  }

  list(kind: KindName): readonly KubeObject[] {
    const { body } = this.hub.list(placeOf(kind));
    return (body as { items: KubeObject[] }).items;
  }

  /** As `kubectl patch --type=merge`. */
  merge(kind: KindName, name: string, patch: Record<string, unknown>, subresource?: 'status'): void {
    const { status } = this.hub.merge({ ...placeOf(kind), name }, patch, { subresource });
    if (status !== 200) throw new Error(`${kind} ${name} was not patched: ${status}`);
  }

  /** As `kubectl delete` where nothing holds the object. */
  delete(kind: KindName, name: string): void {
    this.hub.delete({ ...placeOf(kind), name }, {});
  }

  /** c1 in canary, c2 in production; canary is followed by an approval. `web` moves by runs. */
  putFleet({ approvers }: { approvers?: string } = {}): void {
    this.hub.put({ group: '', version: 'v1', plural: 'namespaces' }, namespace('web'));
    this.put(aMemberObject('c1', { stage: 'canary' }));
    this.put(aMemberObject('c2', { stage: 'production' }));
    this.put(aPlacementObject('web', { strategy: { type: 'External' } }, { labels: { team: 'blue' } }));
    const strategy = aStrategyObject('strategy', [
      {
        name: 'canary',
        labelSelector: { matchLabels: { stage: 'canary' } },
        afterStageTasks: [{ type: 'Approval' }],
      },
      { name: 'production', labelSelector: { matchLabels: { stage: 'production' } } },
    ]);
    const annotations: Record<string, string> =
      approvers === undefined ? {} : { 'fleetstage.io/approvers': approvers };
    this.put({ ...strategy, metadata: { ...strategy.metadata, annotations } });
  }

  /** Both members are picked: a run that is planned before would fail when the second one comes. */
  async untilPlaced(): Promise<void> {
    const { group, plural, storageVersion: version } = kinds.ClusterResourceBinding;
    const bindings = () => this.hub.list({ group, version, plural }).body as { items: unknown[] };
    await eventually(bindings, ({ items }) => items.length === 2, 30_000);
  }

  putRun(name: string, labels: Record<string, string> = {}): void {
    this.put(aRunObject(name, {}, { labels }));
  }

  /** The request of a run's canary stage, once it is asked. */
  async untilAsked(run: string): Promise<KubeObject> {
    const found = await eventually(
      () => this.find('ClusterApprovalRequest', `${run}-canary`),
      request => request !== undefined,
      30_000,
    );
    return found!;
  }

  private renderKubeconfig(): string {
    return JSON.stringify({
      'current-context': 'hub',
      'contexts': CLUSTERS.map(name => ({ name, context: { cluster: name, user: name } })),
      'clusters': CLUSTERS.map(name => ({ name, cluster: { server: this.api.endpoint(name).server } })),
      'users': CLUSTERS.map(name => ({ name, user: { token: name } })),
    });
  }
}

const placeOf = (kind: KindName) => {
  const { group, plural, storageVersion: version } = kinds[kind];
  return { group, version, plural };
};

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
