import type { Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  defaultPlugins,
  foreseeEviction,
  foreseeMove,
  suggestForShortage,
  viewDecidedWhy,
  viewSuggestion,
  viewWhy,
  whatIf,
  type ClusterWhyView,
  type DrainItem,
  type DrainMove,
  type EvictionForesight,
  type PlacementState,
  type SchedulePlugins,
  type ScheduleVerdict,
  type SuggestionView,
  type ShortageSuggestionView,
  type WhatIfChange,
  type WhatIfOptions,
  type WhatIfView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Log } from '../../observe/log';
import type { Clock, Timers } from '../../ports';
import { EngineThread } from './EngineThread';

/**
 * Above it a decision would hold up everybody else's requests: clusters, and once more as many for each topology spread
 * constraint, which reads all of them with every pick.
 */
const BIG_FLEET = 2_000;
/** The same where dozens of decisions are tried. */
const BIG_FOR_SEARCHES = 100;

const PARTS = ['filters', 'scores'] as const;
const OWN: ReadonlySet<unknown> = new Set(PARTS.flatMap(part => [...defaultPlugins[part]]));

interface ScenarioOptions {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Filters and scores of this installation. */
  readonly plugins?: SchedulePlugins;
  readonly thread?: EngineThread;
  /** Aborted as soon as nobody waits for an answer any more. */
  readonly signal?: AbortSignal;
}

/**
 * Asks the engine what would happen, and why. A big fleet is computed in a separate thread; filters and scores that were
 * added here are functions, which cannot be sent there, so with them everything is computed in place.
 */
export class Scenarios {
  private readonly thread: EngineThread;
  private readonly plugins: SchedulePlugins;
  /** Nothing was added to the engine's own filters and scores. */
  private readonly isPlain: boolean;

  constructor(private readonly options: ScenarioOptions) {
    this.plugins = options.plugins ?? defaultPlugins;
    this.isPlain = PARTS.every(part => this.plugins[part].every(one => OWN.has(one)));
    this.thread = options.thread ?? new EngineThread(options.log, { timers: options.timers });
  }

  /** An error names the field of the change. */
  whatIf(state: PlacementState, change: WhatIfChange, options: WhatIfOptions): Promise<Result<WhatIfView>> {
    const now = this.options.clock.now();
    return this.isBig(state, { change })
      ? this.thread.ask('whatIf', [state, change, now, options], this.options.signal)
      : Promise.resolve(whatIf(state, change, now, { ...options, plugins: this.plugins }));
  }

  /** `undefined`: there is no such cluster. */
  why(state: PlacementState, cluster: string): Promise<ClusterWhyView | undefined> {
    const now = this.options.clock.now();
    return this.isBig(state)
      ? this.thread.ask('viewWhy', [state, cluster, now], this.options.signal)
      : Promise.resolve(viewWhy(state, cluster, now, this.plugins));
  }

  /** As an earlier decision kept it. */
  whyDecided(verdict: ScheduleVerdict, decision: Parameters<typeof viewDecidedWhy>[1]): ClusterWhyView {
    return viewDecidedWhy(verdict, decision, this.plugins);
  }

  suggestion(state: PlacementState, cluster: string): Promise<SuggestionView> {
    const now = this.options.clock.now();
    return this.isBig(state, { limit: BIG_FOR_SEARCHES })
      ? this.thread.ask('viewSuggestion', [state, cluster, now], this.options.signal)
      : Promise.resolve(viewSuggestion(state, cluster, now, this.plugins));
  }

  shortageSuggestion(state: PlacementState): Promise<ShortageSuggestionView> {
    const now = this.options.clock.now();
    return this.isBig(state, { limit: BIG_FOR_SEARCHES })
      ? this.thread.ask('suggestForShortage', [state, now], this.options.signal)
      : Promise.resolve(suggestForShortage(state, now, this.plugins));
  }

  foreseeEviction(state: Parameters<typeof foreseeEviction>[0], cluster: string): Promise<EvictionForesight> {
    const now = this.options.clock.now();
    return this.isBig(state)
      ? this.thread.ask('foreseeEviction', [state, cluster, now], this.options.signal)
      : Promise.resolve(foreseeEviction(state, cluster, now, this.plugins));
  }

  /** `undefined`: no eviction of it is to come. */
  foreseeMove(
    state: PlacementState,
    item: Pick<DrainItem, 'state' | 'eviction'>,
    cluster: string,
  ): Promise<DrainMove | undefined> {
    const at = { cluster, now: this.options.clock.now() };
    return this.isBig(state)
      ? this.thread.ask('foreseeMove', [state, item, at], this.options.signal)
      : Promise.resolve(foreseeMove(state, item, at, this.plugins));
  }

  /** The same for somebody who may go before the answer is there. */
  until(signal: AbortSignal): Scenarios {
    return new Scenarios({ ...this.options, thread: this.thread, signal });
  }

  stop(): Promise<void> {
    return this.thread.stop();
  }

  private isBig(
    state: PlacementState,
    { change = {}, limit = BIG_FLEET }: { readonly change?: WhatIfChange; readonly limit?: number } = {},
  ): boolean {
    const added = (change.clusters ?? []).filter(one => one.change === 'add').length;
    const policies = [state.placement.spec.policy, change.spec?.policy, change.policy];
    const constraints = Math.max(...policies.map(policy => policy?.topologySpreadConstraints?.length ?? 0));
    return (state.clusters.length + added) * (1 + constraints) > limit && this.isPlain;
  }
}
