import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { pickOrHold, policyOf, type ScheduleDecision, type ScheduleInput } from '../decideSchedule';
import { defaultPlugins } from '../defaultPlugins';
import { explainDecided } from '../explainCluster';
import type { SchedulePlugins } from '../plugin';
import { applyChanges } from './applyChanges';
import { ownFilters } from '../defaultPlugins';
import { eligibilityObstacle } from '../filters/clusterEligibility';
import type { Obstacle } from '../obstacle/obstacle';
import { findPromotions, type Ladder } from './promotions';
import { midway } from './midway';
import type { SuggestedChange } from '../obstacle/obstacle';
import type { Way, Suggestion, SuggestionActor } from './suggestion';
import { actorOf, isLabelChange, suggestionText } from './suggestionText';

/** How many changed worlds are decided at most; each is a whole decision. */
const MAX_TRIALS = 24;
/** Each halves the suggested change of a property that is larger than needed. */
const NARROW_STEPS = 4;
/** At most so many suggestions are returned. */
const MAX_WAYS = 5;

/**
 * What would have to change for a cluster to be picked: the smallest sets of changes, each tried out in a decision on
 * the changed input. Where no single change is enough, the smallest set is suggested.
 *
 *     tainted               → tolerate the taint, or remove it
 *     wrong label, tainted  → set the label and tolerate the taint
 *     scores too low        → ask for as many clusters as its rank, or better its preferred properties
 *     no heartbeat          → its owner must mend it; nothing in the policy helps
 */
export function suggestForCluster(
  input: ScheduleInput,
  clusterName: string,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): Suggestion {
  const today = pickOf(input, now, plugins);
  const subject = { cluster: clusterName };
  if (isPicked(today, clusterName)) {
    return { ...subject, kind: 'picked', message: `${clusterName} is picked already.`, ways: [] };
  }
  const obstacles = obstaclesOf(input, clusterName, now);
  const problem = obstacles.find(({ ways }) => ways.length === 0)?.problem;
  if (problem !== undefined) return { ...subject, kind: 'none', message: `${problem}.`, ways: [] };
  const search = new Search(input, clusterName, { today, now, plugins });
  const ways = search.run(combine(obstacles.map(({ ways: alternatives }) => alternatives)));
  if (ways.length === 0) {
    const reason = today.verdicts.find(v => v.cluster === clusterName)?.reason;
    return { ...subject, kind: 'none', message: `No change that was tried is enough: ${reason}.`, ways };
  }
  const [first] = ways;
  const alone = first.changes.length === 1 ? '' : 'No single change is enough. ';
  return { ...subject, kind: 'ways', message: `${alone}${first.message}`, ways };
}

type Picks = Pick<ScheduleDecision, 'verdicts'>;

/** The result of one trial: who is picked, without the explanations of a stored decision. */
function pickOf(input: ScheduleInput, now: Instant, plugins: SchedulePlugins): Picks {
  const picks = pickOrHold(input, now, plugins);
  return 'held' in picks ? picks.held : picks;
}

const isPicked = ({ verdicts }: Picks, cluster: string) =>
  verdicts.some(verdict => verdict.cluster === cluster && verdict.selected);

const pickedOf = ({ verdicts }: Picks) =>
  verdicts.filter(({ selected }) => selected).map(({ cluster }) => cluster);

function obstaclesOf(input: ScheduleInput, clusterName: string, now: Instant): Obstacle[] {
  const policy = policyOf(input);
  const cluster = input.clusters.find(({ name }) => name === clusterName);
  if (cluster === undefined) {
    return [{ ways: [], problem: `No cluster of the fleet is called ${clusterName}: it must join first` }];
  }
  if (policy.placementType !== 'PickFixed') {
    const context = { policy, namespace: input.placement.namespace, now };
    return ownFilters.flatMap(filter => filter.findObstacle?.(cluster, context) ?? []);
  }
  const isNamed = policy.clusterNames?.includes(clusterName);
  const eligibility = eligibilityObstacle(cluster, { now });
  return [...(isNamed ? [] : [{ ways: [[NAME]] }]), ...(eligibility ? [eligibility] : [])];
}

const NAME: SuggestedChange = { kind: 'nameCluster' };

/** Every way to clear all obstacles, the shortest first; those of the policy before those of the cluster. */
function combine(
  obstacles: readonly (readonly (readonly SuggestedChange[])[])[],
): (readonly SuggestedChange[])[] {
  let sets: SuggestedChange[][] = [[]];
  for (const alternatives of obstacles) {
    sets = sets.flatMap(set => alternatives.map(way => [...set, ...way])).sort(compareSets);
    sets.length = Math.min(sets.length, MAX_TRIALS);
  }
  return sets;
}

/** What changes labels comes last: they decide about other placements and stages, too. */
const compareSets = (a: readonly SuggestedChange[], b: readonly SuggestedChange[]) =>
  a.filter(isLabelChange).length - b.filter(isLabelChange).length ||
  a.length - b.length ||
  ownerCount(a) - ownerCount(b) ||
  compareText(JSON.stringify(a), JSON.stringify(b));

const ownerCount = (changes: readonly SuggestedChange[]) =>
  changes.filter(change => actorOf(change) === 'cluster owner').length;

interface SearchOptions {
  readonly today: Picks;
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

/** Tries sets of changes, within a number of decisions. */
class Search {
  private trials = 0;
  private readonly found: (readonly SuggestedChange[])[] = [];

  constructor(
    private readonly input: ScheduleInput,
    private readonly cluster: string,
    private readonly options: SearchOptions,
  ) {}

  run(sets: readonly (readonly SuggestedChange[])[]): Way[] {
    const blocked = sets.filter(changes => changes.length === 0 || !this.try(changes));
    const ladders = blocked.flatMap(changes => this.promote(changes));
    for (const ladder of ladders.sort(([a], [b]) => compareSets(a, b))) {
      ladder.some(changes => this.try(changes));
    }
    return this.found
      .sort(compareSets)
      .slice(0, MAX_WAYS)
      .map(changes => this.suggest(this.narrow(changes)));
  }

  /** Past the filters others may still be better, or a spread in the way: more changes on top. */
  private promote(changes: readonly SuggestedChange[]): Ladder[] {
    if (this.trials >= MAX_TRIALS) return [];
    const { now, plugins } = this.options;
    const changed = applyChanges(this.input, this.cluster, { changes, now });
    return findPromotions(changed, this.cluster, { now, plugins }).map(ladder =>
      ladder.map(extra => [...changes, ...extra]),
    );
  }

  private try(changes: readonly SuggestedChange[]): boolean {
    const isEnough = this.isEnough(changes);
    if (isEnough) this.found.push(changes);
    return isEnough;
  }

  private isEnough(changes: readonly SuggestedChange[]): boolean {
    if (this.trials >= MAX_TRIALS) return false;
    this.trials += 1;
    const { now, plugins } = this.options;
    const changed = applyChanges(this.input, this.cluster, { changes, now });
    return isPicked(pickOf(changed, now, plugins), this.cluster);
  }

  /** The best value of a property is enough; halfway to it may be, too. */
  private narrow(changes: readonly SuggestedChange[]): readonly SuggestedChange[] {
    const last = changes.at(-1);
    if (last?.kind !== 'setProperty' || last.from === undefined) return changes;
    const withValue = (value: string) => [...changes.slice(0, -1), { ...last, value }];
    let [short, enough] = [last.from, last.value];
    for (let step = 0; step < NARROW_STEPS; step += 1) {
      const value = midway(short, enough);
      if (value === undefined) break;
      if (this.isEnough(withValue(value))) enough = value;
      else short = value;
    }
    return withValue(enough);
  }

  private suggest(changes: readonly SuggestedChange[]): Way {
    const { today, now, plugins } = this.options;
    const changed = applyChanges(this.input, this.cluster, { changes, now });
    const { verdicts } = pickOf(changed, now, plugins);
    const { rank } = explainDecided(changed, this.cluster, { verdicts, now, plugins });
    const stay = new Set(pickedOf({ verdicts }));
    const loses = pickedOf(today).filter(cluster => !stay.has(cluster));
    const actors: SuggestionActor[] = [...new Set(changes.map(actorOf))].sort(compareText);
    const way = { changes, actors, ...(rank && { rank }), loses };
    return { ...way, message: suggestionText(this.cluster, way) };
  }
}
