import type { Instant, Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';

/** What is known of an object by which a gate may decide. */
export interface GateSubject {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Everything that one decision of an added kind may depend on. */
export interface GateContext {
  readonly now: Instant;
  readonly run: GateSubject;
  readonly placement: GateSubject;
  readonly stage: {
    readonly name: string;
    readonly side: 'before' | 'after';
    /** The clusters of the stage, as they are now. */
    readonly clusters: readonly Pick<ClusterFacts, 'name' | 'labels' | 'properties'>[];
  };
}

/** `until`: when time alone opens it; without one it is asked again after a minute, and whenever the run is reconciled. */
export type GateVerdict =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'waiting';
      /** A sentence that says why; the same one while nothing changes, since each other one is written down. */
      readonly message: string;
      /** Milliseconds since 1970. */
      readonly until?: number;
      /** Who can do something about it. */
      readonly actor: 'engine' | 'operator';
    };

/**
 * A gate kind of a module: one plain object. Pure: no clock, no chance, no requests, no state. Every part is required, so
 * that a kind which forgets one does not compile.
 */
export interface GatePlugin<Config = unknown> {
  /** As the annotation of a strategy names it, e.g. `ChangeFreeze`. */
  readonly name: string;
  /** What pages call it, e.g. `Change freeze`. */
  readonly title: string;
  readonly sides: readonly ('before' | 'after')[];
  /** Judges the config as it is written, `undefined` where there is none; an error names the field and the fix. */
  readConfig(config: unknown): Result<Config>;
  /** The config in a few words, for plans: `closed Friday 16:00 to Monday 08:00 UTC`. */
  preview(config: Config): string;
  /** May what is behind the gate begin? Asked in each pass until it has begun. */
  decide(config: Config, context: GateContext): GateVerdict;
}

/** The added kinds that are installed, by name. */
export type GatePlugins = ReadonlyMap<string, GatePlugin>;

export const gatePluginsOf = (plugins: readonly GatePlugin[]): GatePlugins =>
  new Map(plugins.map(plugin => [plugin.name, plugin]));

/** Of whatever a kind has thrown: a symbol, and an object without a prototype, have no text. */
export function textOfThrown(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'it threw something that is no Error';
}
