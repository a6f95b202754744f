import type {
  Condition,
  KubeObject,
  ManifestCondition,
  Work,
  WorkStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { requestKube } from '../controlPlane/requestKube';
import type { FleetCluster } from '../story/startFleet';

/** What the agent says of one object, besides that it is applied and available. */
export type SayOf = (object: KubeObject, work: Work) => Partial<ManifestCondition> | undefined;

const FINALIZER = 'kubernetes-fleet.io/work-cleanup';
const EVERY_MS = 150;
const MOMENT = '2026-01-02T03:04:05Z';

/**
 * As much of a member agent as the hub can see of one: it puts its finalizer on Works, says that their objects are applied and
 * available, and lets go of Works that are being deleted (B/WA-006, WA-100…109, WA-130). It applies nothing.
 */
export class TinyAgent {
  /** Works that it has written a status of, by name and generation. */
  readonly reported: string[] = [];
  sayOf: SayOf = () => undefined;
  /** It holds what is being deleted until then. */
  letsGo = true;
  private timer: NodeJS.Timeout | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly hub: FleetCluster,
    private readonly member: string,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => {
      this.turn = this.turn.then(() => this.look()).catch(() => undefined);
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.turn;
  }

  private async look(): Promise<void> {
    const { items } = JSON.parse(await this.call('GET', '')) as { items: Work[] };
    for (const work of items) await this.mind(work);
  }

  private async mind(work: Work): Promise<void> {
    const { name, deletionTimestamp, finalizers = [], resourceVersion } = work.metadata;
    const setFinalizers = (keys: readonly string[]) =>
      this.call('PATCH', `/${name}`, { metadata: { finalizers: keys, resourceVersion } });
    if (deletionTimestamp !== undefined) {
      if (this.letsGo && finalizers.includes(FINALIZER))
        await setFinalizers(finalizers.filter(key => key !== FINALIZER));
      return;
    }
    if (!finalizers.includes(FINALIZER)) await setFinalizers([...finalizers, FINALIZER]);
    const status = this.statusOf(work);
    if (JSON.stringify(status) === this.last.get(name)) return;
    await this.call('PATCH', `/${name}/status`, { status });
    this.last.set(name, JSON.stringify(status));
    this.reported.push(`${name}@${work.metadata.generation}`);
  }

  private readonly last = new Map<string, string>();

  private statusOf(work: Work): WorkStatus {
    const generation = work.metadata.generation ?? 0;
    const manifestConditions = (work.spec?.workload?.manifests ?? []).map(
      (object, ordinal): ManifestCondition => ({
        identifier: identify(object, ordinal),
        conditions: [say('Applied', 'True', 'Applied', 1), say('Available', 'True', 'Available', 1)],
        ...this.sayOf(object, work),
      }),
    );
    const isAll = (type: string) =>
      manifestConditions.every(({ conditions }) =>
        conditions.some(one => one.type === type && one.status === 'True'),
      );
    const applied = isAll('Applied')
      ? say('Applied', 'True', 'AllManifestsApplied', generation)
      : say('Applied', 'False', 'SomeManifestsAreNotApplied', generation);
    const available = isAll('Available')
      ? say('Available', 'True', 'AllManifestsAvailable', generation)
      : say('Available', 'False', 'SomeManifestsAreNotAvailable', generation);
    return {
      conditions: isAll('Applied') ? [applied, available] : [applied],
      manifestConditions,
    };
  }

  private call(method: 'GET' | 'PATCH', path: string, body?: object): Promise<string> {
    const { url, caPem, adminToken: token } = this.hub;
    const works = `/apis/placement.kubernetes-fleet.io/v1beta1/namespaces/fleet-member-${this.member}/works`;
    return requestKube(
      { url, caPem, token },
      method,
      `${works}${path}`,
      body && { contentType: 'application/merge-patch+json', text: JSON.stringify(body) },
    );
  }
}

export const say = (
  type: string,
  status: Condition['status'],
  reason: string,
  observedGeneration: number,
): Condition => ({
  type,
  status,
  reason,
  observedGeneration,
  message: `${reason}, says the agent`,
  lastTransitionTime: MOMENT,
});

function identify({ apiVersion, kind, metadata }: KubeObject, ordinal: number) {
  const [version, group = ''] = apiVersion.split('/').reverse();
  const { name, namespace } = metadata;
  const resource = `${kind.toLowerCase()}s`;
  return { ordinal, group, version, kind, resource, name, ...(namespace !== undefined && { namespace }) };
}
