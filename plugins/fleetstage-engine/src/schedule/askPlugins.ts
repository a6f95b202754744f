import type { Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { pass, type Verdict } from '../decision';
import type {
  Contribution,
  FilterPlugin,
  FilterObservation,
  Rank,
  ScheduleContext,
  ScorePlugin,
} from './plugin';

/** Refusal of one filter. */
export interface Refusal {
  readonly filter: string;
  readonly code: string;
  readonly message: string;
}

export interface NamedContribution extends Contribution {
  readonly plugin: string;
}

/** A plugin made ready for one decision. */
interface Prepared<P, Answer> {
  readonly plugin: P;
  readonly ask: (cluster: ClusterFacts) => Answer;
}

export type PreparedFilter = Prepared<FilterPlugin, Verdict>;
export type PreparedScore = Prepared<ScorePlugin, readonly Contribution[]>;

/** Far above what any score needs, and far below where the status field ends. */
const MAX_PART = 1_000_000;
const DIMENSIONS = ['topology', 'affinity', 'incumbency'] as const satisfies readonly (keyof Rank)[];

/**
 * Asks plugins on behalf of one decision. A plugin that throws, or answers what no plugin may answer, does not stop the
 * pass: its first fault is kept as a sentence, and whoever decides holds the placement and shows it.
 */
export class PluginDesk {
  /** The first fault. */
  fault: string | undefined;

  filters(plugins: readonly FilterPlugin[], context: ScheduleContext): PreparedFilter[] {
    return plugins.flatMap(plugin => {
      const ask = this.prepare(`filter ${plugin.name}`, () => plugin.prepare(context));
      return ask ? [{ plugin, ask }] : [];
    });
  }

  scores(plugins: readonly ScorePlugin[], context: ScheduleContext): PreparedScore[] {
    return plugins.flatMap(plugin => {
      const ask = this.prepare(`score ${plugin.name}`, () => plugin.prepare(context));
      return ask ? [{ plugin, ask }] : [];
    });
  }

  firstRefusal(filters: readonly PreparedFilter[], cluster: ClusterFacts): Refusal | undefined {
    for (const filter of filters) {
      const verdict = this.askFilter(filter, cluster);
      if (!verdict.ok) {
        return { filter: filter.plugin.name, code: verdict.reason, message: verdict.message };
      }
    }
    return undefined;
  }

  askFilter({ plugin, ask }: PreparedFilter, cluster: ClusterFacts): Verdict {
    try {
      const verdict = ask(cluster);
      if (isVerdict(verdict)) return verdict;
      this.note(`filter ${plugin.name} did not say whether cluster "${cluster.name}" may be picked`);
    } catch (error) {
      this.note(`filter ${plugin.name} failed on cluster "${cluster.name}": ${textOf(error)}`);
    }
    return pass;
  }

  askObservation(
    plugin: FilterPlugin,
    { context, cluster }: { readonly context: ScheduleContext; readonly cluster: ClusterFacts },
  ): FilterObservation | undefined {
    try {
      return plugin.explain?.(context, cluster);
    } catch (error) {
      this.note(`filter ${plugin.name} cannot explain cluster "${cluster.name}": ${textOf(error)}`);
      return undefined;
    }
  }

  contributions(scores: readonly PreparedScore[], cluster: ClusterFacts): NamedContribution[] {
    return scores.flatMap(score =>
      this.askScore(score, cluster).map(part => ({ ...part, plugin: score.plugin.name })),
    );
  }

  private askScore({ plugin, ask }: PreparedScore, cluster: ClusterFacts): readonly Contribution[] {
    try {
      const parts = ask(cluster);
      if (Array.isArray(parts) && parts.every(isContribution)) return parts;
      this.note(
        `score ${plugin.name} did not rate cluster "${cluster.name}" in whole numbers up to ±${MAX_PART}`,
      );
    } catch (error) {
      this.note(`score ${plugin.name} failed on cluster "${cluster.name}": ${textOf(error)}`);
    }
    return [];
  }

  private prepare<Ask>(who: string, prepare: () => Result<Ask>): Ask | undefined {
    try {
      const prepared = prepare();
      if (prepared?.ok && typeof prepared.value === 'function') return prepared.value;
      this.note(prepared?.ok === false ? prepared.error : `${who} did not get ready`);
    } catch (error) {
      this.note(`${who} failed: ${textOf(error)}`);
    }
    return undefined;
  }

  private note(fault: string): void {
    this.fault ??= fault;
  }
}

/** Code of modules is not checked by our compiler, so its results are checked here. */
function isVerdict(verdict: unknown): verdict is Verdict {
  if (typeof verdict !== 'object' || verdict === null || !('ok' in verdict)) return false;
  if (verdict.ok === true) return true;
  return (
    verdict.ok === false &&
    'reason' in verdict &&
    typeof verdict.reason === 'string' &&
    verdict.reason !== '' &&
    'message' in verdict &&
    typeof verdict.message === 'string'
  );
}

const isContribution = (part: Contribution | null | undefined) =>
  typeof part === 'object' &&
  part !== null &&
  DIMENSIONS.every(dimension => {
    const points = part[dimension] ?? 0;
    return Number.isInteger(points) && Math.abs(points) <= MAX_PART;
  });

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
