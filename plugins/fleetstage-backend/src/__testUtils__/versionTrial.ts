import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database } from '../database/db';
import type { Effect } from '../loop/effect';
import { PartlyDone } from '../loop/PartlyDone';
import { saveObject } from '../database/mirrorStore';
import { silentLog } from '../observe/log';
import { VersionProviders } from '../providers/VersionProviders';
import { loadInput } from './loadInput';
import type { ManualPorts } from './ManualPorts';
import { aMemberObject } from './objects';
import { TestProvider } from './TestProvider';

const CONTEXT = { signal: new AbortController().signal, log: silentLog };

/** Providers of a test, and a MemberCluster in the mirror for each name. */
export class VersionTrial {
  constructor(
    readonly database: Database,
    readonly ports: ManualPorts,
    readonly providers: readonly TestProvider[],
  ) {}

  get deps() {
    const { ports } = this;
    const hub = () => Promise.reject(new Error('no hub'));
    const providers = new VersionProviders({
      ...{ configured: [], added: this.providers, ports, hub, connect: hub },
    });
    return { providers, ...ports, clock: ports.clock, timers: ports.timers, timeoutMs: 10_000 };
  }

  async member(name: string, { ref, fleet }: { readonly ref?: string; readonly fleet?: string } = {}) {
    const member: KubeObject = aMemberObject(
      name,
      fleet === undefined ? {} : { 'fleetstage.io/fleet': fleet },
    );
    const annotations: Record<string, string> =
      ref === undefined ? {} : { [annotationKeys.providerRef]: ref };
    const resourceVersion = this.ports.ids.next();
    const metadata = { ...member.metadata, annotations, resourceVersion, uid: `uid-${name}` };
    await this.database.transact(tx => saveObject(tx, 'hub', { ...member, metadata }));
  }

  /** One run of an effect, as the loop does it. */
  async perform<I, O>(effect: Effect<I, O>, name: string) {
    const key = `hub/${name}`;
    const input = await loadInput(this.database, effect, key);
    let problem: unknown;
    const output = await effect.run(input, CONTEXT).catch(error => {
      if (!(error instanceof PartlyDone)) throw error;
      problem = error.why;
      return error.output as O;
    });
    const again = await this.database.transact(tx => effect.record(tx, key, input, output));
    return { again, problem };
  }

  /** Keys of a queue that somebody has marked. */
  async marked(queue: string): Promise<readonly string[]> {
    return this.database.transact(tx => tx.sql('dirty_keys').where({ queue }).orderBy('key').pluck('key'));
  }

  async unmark(): Promise<void> {
    await this.database.transact(tx => tx.sql('dirty_keys').delete());
  }
}
