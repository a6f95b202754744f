/** What of a cluster, or of the policy, an answer depends on. */
export type ReadOfCluster =
  | 'eligibility'
  | 'labels'
  | 'properties'
  | 'taints'
  | 'namespaces'
  | 'name'
  | 'rank'
  | 'spread'
  | 'membership';

export interface VerdictCodeEntry {
  /** Said of clusters of the code behind their number, in the plural: `are tainted`. */
  readonly phrase: string;
  /** A change of any of these can change the answer. */
  readonly reads: readonly ReadOfCluster[];
  /**
   * A suggested change may let the cluster in; the smaller, the nearer it is to being picked: a taint is sooner gone than a
   * cluster is moved.
   */
  readonly nearness?: number;
  /** Passed every filter, and somebody else has the place: by rank, or because the others fill the spread. */
  readonly isSpare?: true;
  /** The reason says how many minutes ago something was. */
  readonly saysMinutes?: true;
}

/** A filter that is added to Fleetstage's own, with the codes that it refuses with. */
export interface CodeSource {
  /** What is said of clusters behind their number: `are in maintenance`. */
  readonly codes?: Readonly<Record<string, { readonly phrase: string }>>;
  readonly reads?: { readonly labelKeys?: readonly string[]; readonly properties?: readonly string[] };
}

/** Every code of a verdict of Fleetstage's own; a plugin brings the entries of its codes with it. */
const catalogue = {
  Picked: { phrase: 'are picked', reads: ['rank'] },
  ScoredTooLow: { phrase: 'do not score high enough', reads: ['rank'], isSpare: true },
  NotNeeded: { phrase: 'are not needed', reads: ['rank'], isSpare: true },
  UntoleratedTaint: { phrase: 'are tainted', reads: ['taints'], nearness: 1 },
  NamespaceMissing: { phrase: 'lack the namespace', reads: ['namespaces'], nearness: 2 },
  BreaksSpread: { phrase: 'would break the spread', reads: ['labels', 'spread'], nearness: 3, isSpare: true },
  PropertyMismatch: { phrase: 'do not match the affinity by a property', reads: ['properties'], nearness: 4 },
  AffinityMismatch: { phrase: 'do not match the affinity', reads: ['labels', 'properties'], nearness: 5 },
  NotEligible: { phrase: 'are not eligible', reads: ['eligibility'], saysMinutes: true },
  NotYetEligible: { phrase: 'are not eligible yet', reads: ['eligibility'], saysMinutes: true },
  NotFound: { phrase: 'do not exist', reads: ['name'] },
  NotNamed: { phrase: 'are not named', reads: ['name'] },
  Left: { phrase: 'have left the fleet', reads: ['membership'] },
  Held: { phrase: 'wait until the policy can be evaluated', reads: [] },
} as const satisfies Readonly<Record<string, VerdictCodeEntry>>;

export type OwnVerdictCode = keyof typeof catalogue;

/** One of the catalogue, or of a plugin; rows of later versions may hold others, too. */
export type VerdictCode = OwnVerdictCode | (string & NonNullable<unknown>);

export const verdictCodes: Readonly<Record<OwnVerdictCode, VerdictCodeEntry>> = catalogue;

const isOwn = (code: string): code is OwnVerdictCode => Object.hasOwn(catalogue, code);

/** The entry of a code; a plugin without one is named by its code. */
export function entryOf(code: VerdictCode, filters: readonly CodeSource[] = []): VerdictCodeEntry {
  if (isOwn(code)) return verdictCodes[code];
  for (const { codes, reads } of filters) {
    if (codes === undefined || !Object.hasOwn(codes, code)) continue;
    return { phrase: codes[code].phrase, reads: readsOf(reads) };
  }
  return { phrase: `are refused as ${code}`, reads: [] };
}

const readsOf = ({ labelKeys = [], properties = [] }: CodeSource['reads'] = {}): ReadOfCluster[] => [
  ...(labelKeys.length > 0 ? (['labels'] as const) : []),
  ...(properties.length > 0 ? (['properties'] as const) : []),
];

/** Why clusters of a code are not picked, to be said of them: `are tainted`. */
export const phraseOf = (code: VerdictCode, filters?: readonly CodeSource[]) => entryOf(code, filters).phrase;

/** Whether a refusal by the code hangs on this alone. */
export const isAbout = (code: VerdictCode, read: ReadOfCluster) => {
  const { reads } = entryOf(code);
  return reads.length === 1 && reads[0] === read;
};
