import type { ScheduleVerdict } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** Those of a hundred placements on a thousand clusters; at most 60 MB. */
const KEPT_VERDICTS = 100_000;

interface Kept {
  readonly version: string;
  readonly verdicts: readonly ScheduleVerdict[];
}

/**
 * The verdicts of the placements that were read last: a rollout reads those of its placement with each pass and each
 * status, and they change with its decisions only. What comes out is shared, hence frozen.
 */
export class KeptVerdicts {
  private readonly kept = new Map<string, Kept>();
  private count = 0;

  /** `version` names what is stored: another decision has another one, and so has a recreated placement. */
  async get(
    placement: string,
    version: string,
    load: () => Promise<readonly ScheduleVerdict[]>,
  ): Promise<readonly ScheduleVerdict[]> {
    const known = this.kept.get(placement);
    const found = known?.version === version ? known : { version, verdicts: frozen(await load()) };
    this.drop(placement);
    this.kept.set(placement, found);
    this.count += found.verdicts.length;
    for (const oldest of this.kept.keys()) {
      if (this.count <= KEPT_VERDICTS) break;
      this.drop(oldest);
    }
    return found.verdicts;
  }

  private drop(placement: string): void {
    this.count -= this.kept.get(placement)?.verdicts.length ?? 0;
    this.kept.delete(placement);
  }
}

const frozen = (verdicts: readonly ScheduleVerdict[]) =>
  Object.freeze(verdicts.map(verdict => Object.freeze(verdict)));
