/** So many labels are a choice; more are a list of everything. */
const SHOWN = 12;

/** By which fleets are laid out where nothing else is configured. */
const AXES = ['environment', 'env', 'region', 'topology.kubernetes.io/region', 'topology.kubernetes.io/zone'];

export interface LabelPreference {
  /** Keys that the policy reads. */
  readonly ofPolicy: readonly string[];
  /** Keys by which the pages of this portal lay the fleet out. */
  readonly configured?: readonly string[];
}

/** Whether some labels have to be left out. */
export const areTooMany = (seen: ReadonlySet<string>) => seen.size > SHOWN;

/**
 * Keys of labels to count clusters by, of those that clusters have: first what the policy is about, then what fleets are
 * laid out by, then the rest by name.
 *
 *   a-01 to a-13, region, tier; the policy asks for tier → tier, region, a-01 to a-10
 */
export function groupLabels(
  seen: ReadonlySet<string>,
  { ofPolicy, configured = [] }: LabelPreference,
): readonly string[] {
  const wanted = [...ofPolicy, ...configured, ...AXES].filter(key => seen.has(key));
  return [...new Set([...wanted, ...[...seen].sort()])].slice(0, SHOWN);
}
