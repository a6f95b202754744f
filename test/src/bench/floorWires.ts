import type { KubeMetadata } from '@fleetstage/kube-client';
import { Agent, request, type Dispatcher } from 'undici';
import type { Endpoint, FloorPlace } from './floorPlace';
import { limitTo, type Step } from './floorOrder';
import type { RecordedRequest } from './recording';

/** As the engine has it. */
const KEEP_ALIVE_MS = 90_000;
const APPLIED_WORK = /\/appliedworks(\/|\?|$)/;

/** An owner that a request names: who it is, and its uid on the engine's member. */
interface Owner {
  readonly key: string;
  readonly uid: string;
}

/** Connections as the engine has them: one agent per cluster. */
export class Wires {
  otherAnswers = 0;
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly place: FloorPlace) {}

  /** All that can be made ready before the clock runs. */
  prepare(recorded: RecordedRequest): Step {
    const { cluster, method, startedAt, endedAt = startedAt } = recorded;
    const { url, token } = this.endpoint(cluster);
    const body = recorded.body === undefined ? undefined : this.toFloorBody(cluster, recorded.body);
    const owners = this.ownersIn(cluster, recorded.body);
    const call = {
      method: method as Dispatcher.HttpMethod,
      headers: { ...recorded.headers, authorization: `Bearer ${token}` },
      dispatcher: this.agent(cluster),
    };
    const target = url + (cluster === 'hub' ? this.place.toHubText(recorded.path) : recorded.path);
    const isOwner = this.place.ownerUids !== undefined && APPLIED_WORK.test(recorded.path);
    return {
      startedAt,
      endedAt,
      run: async () => {
        const response = await request(target, { ...call, body: this.withOwners(body, owners) });
        const text = await response.body.text();
        if (response.statusCode !== recorded.status) this.otherAnswers += 1;
        if (isOwner && response.statusCode < 300) this.learn(cluster, text);
      },
    };
  }

  /** The engine's connections are open when a placement comes. */
  async warm(members: readonly string[]): Promise<void> {
    const ping = async (cluster: string) => {
      const { url, token } = this.endpoint(cluster);
      const headers = { authorization: `Bearer ${token}` };
      const response = await request(`${url}/readyz`, { headers, dispatcher: this.agent(cluster) });
      await response.body.text();
    };
    // A member gets several requests at once, each on its own connection.
    await limitTo(16, ['hub', ...members], cluster =>
      Promise.all(Array.from({ length: 4 }, () => ping(cluster))).then(() => undefined),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map(agent => agent.destroy()));
  }

  private endpoint(cluster: string): Endpoint {
    return cluster === 'hub' ? this.place.hub : this.place.member(cluster);
  }

  private agent(cluster: string): Agent {
    const { caPem } = this.endpoint(cluster);
    const known =
      this.agents.get(cluster) ??
      new Agent({ allowH2: true, keepAliveTimeout: KEEP_ALIVE_MS, ...(caPem && { connect: { ca: caPem } }) });
    this.agents.set(cluster, known);
    return known;
  }

  private toFloorBody(cluster: string, text: string): string {
    if (cluster === 'hub') return withoutVersion(this.place.toHubText(text));
    return this.place.ownerUids ? withoutVersion(text) : text;
  }

  private ownersIn(cluster: string, text: string | undefined): readonly Owner[] {
    if (cluster === 'hub' || text === undefined || this.place.ownerUids === undefined) return [];
    const { metadata } = JSON.parse(text) as { metadata?: KubeMetadata };
    return (metadata?.ownerReferences ?? []).map(({ name, uid }) => ({ key: `${cluster}/${name}`, uid }));
  }

  private withOwners(body: string | undefined, owners: readonly Owner[]): string | undefined {
    return owners.reduce(
      (text, { key, uid }) => text?.replaceAll(uid, this.place.ownerUids?.get(key) ?? uid),
      body,
    );
  }

  private learn(cluster: string, text: string): void {
    const { metadata } = JSON.parse(text) as { metadata?: KubeMetadata };
    if (metadata?.uid) this.place.ownerUids?.set(`${cluster}/${metadata.name}`, metadata.uid);
  }
}

/** The version that a write was made for is the engine's; the copy has another, and the write costs the same without. */
function withoutVersion(text: string): string {
  const body = JSON.parse(text);
  if (body.metadata?.resourceVersion === undefined) return text;
  const { resourceVersion: _, ...metadata } = body.metadata;
  return JSON.stringify({ ...body, metadata });
}
