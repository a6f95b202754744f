import { assertNever } from '../../decision';
import { taintInWords } from '../filters/taintToleration';
import type { SuggestedChange } from '../obstacle/obstacle';
import type { Way, SuggestionActor } from './suggestion';

/** What to do, as a clause in the imperative. */
export function changeInWords(change: SuggestedChange, cluster: string): string {
  switch (change.kind) {
    case 'tolerateTaint':
      return `tolerate the taint ${taintInWords(change.taint)} in the policy`;
    case 'removeTaint':
      return `remove the taint ${taintInWords(change.taint)} from ${cluster}`;
    case 'setLabel':
      return change.value === undefined
        ? `remove the label ${change.key} from ${cluster}`
        : `set the label ${change.key}=${change.value} on ${cluster}`;
    case 'setProperty':
      return `change ${change.name} of ${cluster} to ${change.value}${change.from === undefined ? '' : ` (now ${change.from})`}`;
    case 'setNumber':
      return `ask for ${change.to} clusters instead of ${change.from}`;
    case 'setMaxSkew':
      return `allow a skew of ${change.to} over ${change.topologyKey} instead of ${change.from}`;
    case 'nameCluster':
      return `add ${cluster} to the names of the policy`;
    case 'createNamespace':
      return `create the namespace ${change.namespace} on ${cluster}`;
    case 'mendCluster':
      return `repair ${cluster}: ${change.problem.replace(/^cluster /, 'it ')}`;
    default:
      return assertNever(change);
  }
}

/**
 * What to do without what it leads to.
 *
 *     a label and a taint  → Set the label env=prod on c4 and remove the taint gpu:NoSchedule from c4.
 *     two labels           → Set the labels env=prod, tier=gold on c4.
 */
export function changesInWords(cluster: string, changes: Way['changes']): string {
  const what = clausesOf(cluster, changes).join(' and ');
  return `${capital(what)}${riskInWords(changes)}.`;
}

/** Labels of the cluster in one clause, in the place of the first of them. */
function clausesOf(cluster: string, changes: Way['changes']): string[] {
  const labels = changes.flatMap(change =>
    change.kind === 'setLabel' && change.value !== undefined ? [`${change.key}=${change.value}`] : [],
  );
  const all = labels.length > 1 ? `set the labels ${labels.join(', ')} on ${cluster}` : undefined;
  const clauses = changes.map(change =>
    all !== undefined && change.kind === 'setLabel' && change.value !== undefined
      ? all
      : changeInWords(change, cluster),
  );
  return [...new Set(clauses)];
}

/** `Set the label env=prod on c4 and remove the taint gpu:NoSchedule from c4. It would be picked (rank 3 of 12).` */
export function suggestionText(cluster: string, { changes, rank, loses }: Omit<Way, 'message'>): string {
  const place = rank ? ` (rank ${rank.place} of ${rank.of})` : '';
  return `${changesInWords(cluster, changes)} It would be picked${place}${loses.length > 0 ? `; ${losersInWords(loses)} removed` : ''}.`;
}

/** A label of a cluster decides more than this placement. */
export const LABEL_RISK = 'this also changes other placements and stages that select by this label';

export const isLabelChange = ({ kind }: SuggestedChange) => kind === 'setLabel';

function riskInWords(changes: readonly SuggestedChange[]): string {
  const labels = changes.filter(isLabelChange).length;
  if (labels === 0) return '';
  return ` (${labels === 1 ? LABEL_RISK : LABEL_RISK.replace('this label', 'these labels')})`;
}

export function actorOf({ kind }: SuggestedChange): SuggestionActor {
  switch (kind) {
    case 'tolerateTaint':
    case 'setNumber':
    case 'setMaxSkew':
    case 'nameCluster':
      return 'app owner';
    default:
      return 'cluster owner';
  }
}

/** So many are named, the rest is counted. */
const NAMED = 3;

function losersInWords(names: readonly string[]): string {
  const more = names.length - NAMED;
  const named = names.slice(0, NAMED).join(', ');
  if (more > 0) return `${named} and ${more} more are`;
  return `${named} ${names.length === 1 ? 'is' : 'are'}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
