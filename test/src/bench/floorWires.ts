import { Agent, request, type Dispatcher } from 'undici';
import { toFloorGroup } from './benchHub';
import { limitTo, type Step } from './floorOrder';
import type { RecordedRequest } from './recording';

export interface WireOptions {
  readonly hub: { readonly url: string; readonly caPem: string; readonly token: string };
  /** Address of the copy of a member. */
  readonly memberUrl: (member: string) => string;
}

/** Connections as the engine has them: one agent per cluster. */
export class Wires {
  otherAnswers = 0;
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly options: WireOptions) {}

  /** All that can be made ready before the clock runs. */
  prepare(recorded: RecordedRequest): Step {
    const { hub, memberUrl } = this.options;
    const isHub = recorded.cluster === 'hub';
    const url = isHub ? hub.url + toFloorGroup(recorded.path) : memberUrl(recorded.cluster) + recorded.path;
    const body = recorded.body !== undefined && isHub ? toFloorBody(recorded.body) : recorded.body;
    const headers = { ...recorded.headers, authorization: `Bearer ${hub.token}` };
    const call = {
      method: recorded.method as Dispatcher.HttpMethod,
      headers,
      body,
      dispatcher: this.agent(recorded.cluster),
    };
    const { startedAt, endedAt = startedAt } = recorded;
    return {
      startedAt,
      endedAt,
      run: async () => {
        const response = await request(url, call);
        await response.body.text();
        if (response.statusCode !== recorded.status) this.otherAnswers += 1;
      },
    };
  }

  /** The engine's connections are open when a placement comes. */
  async warm(members: readonly string[]): Promise<void> {
    const { hub, memberUrl } = this.options;
    const urls = [['hub', hub.url], ...members.map(name => [name, memberUrl(name)])];
    const ping = async ([cluster, url]: readonly string[]) => {
      const headers = { authorization: `Bearer ${hub.token}` };
      const response = await request(`${url}/readyz`, { headers, dispatcher: this.agent(cluster) });
      await response.body.text();
    };
    // A member gets several requests at once, each on a connection of its own.
    await limitTo(16, urls, url =>
      Promise.all(Array.from({ length: 4 }, () => ping(url))).then(() => undefined),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map(agent => agent.destroy()));
  }

  private agent(cluster: string): Agent {
    const { caPem } = this.options.hub;
    const known =
      this.agents.get(cluster) ??
      new Agent({ allowH2: true, ...(cluster === 'hub' && { connect: { ca: caPem } }) });
    this.agents.set(cluster, known);
    return known;
  }
}

/** The version that a write was made for is the engine's; the copy has another, and the write costs the same without. */
function toFloorBody(text: string): string {
  const body = JSON.parse(toFloorGroup(text));
  if (body.metadata?.resourceVersion === undefined) return JSON.stringify(body);
  const { resourceVersion: _, ...metadata } = body.metadata;
  return JSON.stringify({ ...body, metadata });
}
