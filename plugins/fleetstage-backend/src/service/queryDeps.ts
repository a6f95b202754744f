import { InputError, NotFoundError } from '@backstage/errors';
import type { GatePlugins, RenderOptions } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Database, Tx } from '../database/db';
import type { Clock } from '../ports';
import type { SequencesSettings } from '../database/sequences/sequencesSettings';
import type { Schemas } from './contract';
import type { FailureLog } from './FailureLog';
import type { Scenarios } from './scenarios/Scenarios';
import type { SelectionReader } from './SelectionReader';

/** The label keys by which the screens lay clusters out. */
export interface Axes {
  readonly rows: string;
  readonly columns: string;
}

export interface QueryDeps {
  readonly database: Database;
  /** Name of the one hub. */
  readonly hub: string;
  /** Gate kinds that modules have added; absent: nobody knows which. */
  readonly gatePlugins?: GatePlugins;
  readonly axes: Axes;
  readonly clock: Clock;
  readonly hubState: () => Schemas['HubState'];
  readonly failures: FailureLog;
  readonly scenarios: Scenarios;
  /** As what is applied is rendered, by the rules of the configuration. */
  readonly rendering: Omit<RenderOptions, 'override'>;
  /** How members are reached; absent: each directly. */
  readonly carrierOf?: (member: string) => Schemas['ClusterCarrier'];
  /** For how long the agent of a member that leaves is waited for; absent: 15 min (C/FF-014). */
  readonly forceLeaveAfterMs?: number;
  /** `fleetstage.sequences`; absent: as it is by itself. */
  readonly sequences?: SequencesSettings;
  /** Reads the hub, by the steps of a capture; an error is the user's to fix. */
  readonly readSelection: SelectionReader;
}

/** How a member is reached. */
export const carrierOf = (deps: Pick<QueryDeps, 'carrierOf'>, member: string): Schemas['ClusterCarrier'] =>
  deps.carrierOf?.(member) ?? 'push';

/** What nobody but the agent of a pull member can do, in one sentence: `compare with it`. */
export const onlyByAgent = (cluster: string, what: string): string =>
  `Cluster ${cluster} is reached by its agent only, which pulls its work from the hub: Fleetstage cannot ${what}`;

export type Stamp = Schemas['Stamp'];

/** The fields of every response. */
export const stampOf = ({ clock, hubState }: QueryDeps): Stamp => ({
  asOf: new Date(clock.now()).toISOString(),
  hub: hubState(),
});

/** Refuses a hub that is not configured. */
export function checkHub({ hub }: QueryDeps, asked: { readonly hub?: string }): void {
  if (asked.hub === undefined || asked.hub === hub) return;
  throw new NotFoundError(`Hub "${asked.hub}" is not configured; this portal has "${hub}"`);
}

/** The scope of cluster-scoped kinds. */
export const CLUSTER_SCOPE = '_';

/** Reads within one transaction, which is short: what is made of the rows is made after it. */
export const reading = <T>({ database }: QueryDeps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transact(work);

/** Names, separated by commas; the empty text names none. */
export const namesOf = (text: string | undefined): ReadonlySet<string> | undefined =>
  text === undefined ? undefined : new Set(text.split(',').filter(Boolean));

/** One or more codes, separated by commas; an unknown code is an error. */
export function codesOf<const C extends string>(
  text: string | undefined,
  known: readonly C[],
): ReadonlySet<C> | undefined {
  const codes =
    text
      ?.split(',')
      .map(code => code.trim())
      .filter(Boolean) ?? [];
  if (codes.length === 0) return undefined;
  const isKnown = (code: string): code is C => known.some(one => one === code);
  return new Set(
    codes.map(code => {
      if (isKnown(code)) return code;
      throw new InputError(`state "${code}" does not exist; use one or more of ${known.join(', ')}`);
    }),
  );
}
