import { findSegmentFault } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UserError } from 'fleetstage';
import type { Family, NamedKind } from './families';
import type { Address } from './Hub';

interface Asked {
  readonly words: readonly string[];
  /** As `--name` says. */
  readonly name?: string | undefined;
  /** As `-n` says. */
  readonly namespace?: string | undefined;
}

/**
 * The object that the words name: `NAME`, `KIND NAME`, `KIND/NAME` or `KIND --name NAME`. Without a kind the namespace
 * chooses between the two of a family (C/DR-016). `rest`: words after it.
 *
 *   web-1            → ClusterStagedUpdateRun web-1
 *   web-1 -n shop    → StagedUpdateRun shop/web-1
 *   sur/web-1        → refused: it needs -n
 *
 * @throws UserError
 */
export function addressOf(
  family: Family,
  { words, name: flag, namespace }: Asked,
): { readonly address: Address; readonly rest: readonly string[] } {
  const { kind, name, rest } = split(family, words, flag);
  if (name === undefined || name === '') throw new UserError(`name the ${family.noun}, as NAME or KIND/NAME`);
  const fault = findSegmentFault(name);
  if (fault !== undefined) throw new UserError(`the name "${name}" ${fault}; correct it`);
  const chosen = kind ?? (namespace === undefined ? family.clusterWide : family.namespaced);
  const { resource, names } = chosen;
  if (!resource.namespaced && namespace !== undefined)
    throw new UserError(`${names[0]} is cluster-scoped and does not accept a namespace`);
  if (resource.namespaced && namespace === undefined)
    throw new UserError(`namespace is required for ${names[0]} (use --namespace or -n flag)`);
  return { address: { resource, name, ...(namespace !== undefined && { namespace }) }, rest };
}

interface Split {
  readonly kind: NamedKind | undefined;
  readonly name: string | undefined;
  readonly rest: readonly string[];
}

function split(family: Family, [first, ...others]: readonly string[], flag: string | undefined): Split {
  if (first === undefined) return { kind: undefined, name: flag, rest: [] };
  const slash = first.indexOf('/');
  if (slash > 0) {
    const kind = kindOf(family, first.slice(0, slash));
    if (kind === undefined) throw unknownKind(family, first.slice(0, slash));
    return { kind, name: first.slice(slash + 1), rest: others };
  }
  const kind = kindOf(family, first);
  if (kind !== undefined && flag !== undefined) return { kind, name: flag, rest: others };
  // A run may be called "csur": alone it is a name.
  if (kind !== undefined && others.length > 0) return { kind, name: others[0], rest: others.slice(1) };
  if (flag !== undefined) throw unknownKind(family, first);
  return { kind: undefined, name: first, rest: others };
}

const kindOf = ({ clusterWide, namespaced }: Family, word: string) =>
  [clusterWide, namespaced].find(({ names }) => names.includes(word.toLowerCase()));

const unknownKind = ({ clusterWide, namespaced, noun }: Family, word: string) =>
  new UserError(
    `"${word}" names no kind of ${noun}; use ${[...clusterWide.names, ...namespaced.names].join(', ')}`,
  );

/** `run "web-1"`, `run "shop/web-1"`. */
export const describe = ({ noun }: Family, { namespace, name }: Pick<Address, 'name' | 'namespace'>) =>
  `${noun} "${keyOf({ namespace, name })}"`;

export const keyOf = ({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name: string;
}) => (namespace === undefined ? name : `${namespace}/${name}`);

/** As a person types it: `web-1`, `web-1 -n shop`. */
export const wordsOf = ({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name: string;
}): string => (namespace === undefined ? name : `${name} -n ${namespace}`);

/** The command that lists its siblings. */
export const listingOf = ({ resource, namespace }: Pick<Address, 'resource' | 'namespace'>): string =>
  `kubectl get ${wordsOf({ name: resource.plural, namespace })}`;
