import type { Cluster } from '../../cluster/Cluster';
import type { KubeObject } from '../../contracts';
import { compareText } from '../../text';
import { accountUsername, type User } from '../user';
import type { PolicyRule } from './rules';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const keyOfRbac = (plural: string) => `${RBAC_GROUP}/${plural}`;

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The rules that one binding gives to one user. */
export interface Grant {
  /** `ClusterRoleBinding "x" of ClusterRole "y" to User "z"`. */
  readonly path: string;
  readonly rules: readonly PolicyRule[];
}

export interface Grants {
  /** Those of the cluster first, each by the name of its binding. */
  readonly grants: readonly Grant[];
  /** Roles that bindings name and that are not there. */
  readonly missing: readonly RoleRef[];
}

interface Entry {
  readonly binding: KubeObject;
  readonly subject: Subject;
  readonly position: number;
}

type BySubject = ReadonlyMap<string, readonly Entry[]>;

const NOTHING: BySubject = new Map();
/** People with their groups, each in some namespaces; beyond that the memory is begun anew. */
const MOST_REMEMBERED = 2_000;

/**
 * Who is given what in one cluster: bindings by their subjects, read when they are first asked for and forgotten when any
 * RBAC object changes. A request looks up its user and groups, however many bindings there are.
 */
export class RuleIndex {
  private readonly bindings = new Map<string, BySubject>();
  private readonly remembered = new Map<string, Grants>();

  constructor(private readonly cluster: Cluster) {}

  forget(): void {
    this.bindings.clear();
    this.remembered.clear();
  }

  /** @param namespace empty: only what holds cluster-wide */
  grantsOf(user: User, namespace: string): Grants {
    const key = JSON.stringify([user.username, user.groups, namespace]);
    const known = this.remembered.get(key);
    if (known) return known;
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    const found = this.findGrants(user, namespace);
    this.remembered.set(key, found);
    return found;
  }

  /** The rules of a role; `undefined`: there is no such role. */
  rulesOf(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const isCluster = ref.kind === 'ClusterRole';
    const key = keyOfRbac(isCluster ? 'clusterroles' : 'roles');
    const role = this.cluster.objects.find(key, isCluster ? '' : namespace, ref.name);
    return role && ((role.object.rules ?? []) as readonly PolicyRule[]);
  }

  private findGrants(user: User, namespace: string): Grants {
    const homes = namespace === '' ? [''] : ['', namespace];
    const grants: Grant[] = [];
    const missing = new Map<string, RoleRef>();
    for (const { binding, subject } of homes.flatMap(home => this.entriesFor(user, home))) {
      const { name, namespace: home = '' } = binding.metadata;
      const ref = binding.roleRef as RoleRef;
      const rules = this.rulesOf(ref, home);
      const path = `${binding.kind} ${quoted(home === '' ? name : `${name}/${home}`)} of ${ref.kind} ${quoted(ref.name)} to ${shownSubject(subject, home)}`;
      if (rules) grants.push({ path, rules });
      else missing.set(`${ref.kind} ${ref.name}`, ref);
    }
    return { grants, missing: [...missing.values()] };
  }

  /** Each binding once, by the first of its subjects that the user is. */
  private entriesFor({ username, groups }: User, home: string): Entry[] {
    const bySubject = this.bindingsIn(home);
    const keys = [`user ${username}`, ...groups.map(group => `group ${group}`)];
    const first = new Map<KubeObject, Entry>();
    for (const entry of keys.flatMap(key => bySubject.get(key) ?? [])) {
      const known = first.get(entry.binding);
      if (!known || entry.position < known.position) first.set(entry.binding, entry);
    }
    return [...first.values()].sort((a, b) => compareText(a.binding.metadata.name, b.binding.metadata.name));
  }

  private bindingsIn(home: string): BySubject {
    const known = this.bindings.get(home);
    if (known) return known;
    const key = keyOfRbac(home === '' ? 'clusterrolebindings' : 'rolebindings');
    const stored = this.cluster.objects.list(key, home);
    const found = stored.length === 0 ? NOTHING : groupBySubject(stored.map(({ object }) => object));
    this.bindings.set(home, found);
    return found;
  }
}

function groupBySubject(bindings: readonly KubeObject[]): BySubject {
  const groups = new Map<string, Entry[]>();
  for (const binding of bindings) {
    const subjects = (binding.subjects ?? []) as readonly Subject[];
    subjects.forEach((subject, position) => {
      const key = keyOfSubject(subject, binding.metadata.namespace ?? '');
      const entry = { binding, subject, position };
      const known = groups.get(key);
      if (known) known.push(entry);
      else groups.set(key, [entry]);
    });
  }
  return groups;
}

function keyOfSubject({ kind, name, namespace }: Subject, home: string): string {
  if (kind === 'Group') return `group ${name}`;
  if (kind !== 'ServiceAccount') return `user ${name}`;
  return `user ${accountUsername({ namespace: namespace || home, name })}`;
}

function shownSubject({ kind, name, namespace }: Subject, home: string): string {
  return `${kind} ${quoted(kind === 'ServiceAccount' ? `${name}/${namespace || home}` : name)}`;
}

const quoted = (text: string) => JSON.stringify(text);

const indexes = new WeakMap<Cluster, RuleIndex>();

export function ruleIndexOf(cluster: Cluster): RuleIndex {
  const known = indexes.get(cluster) ?? new RuleIndex(cluster);
  indexes.set(cluster, known);
  return known;
}

/** Called with every change of an RBAC object. */
export const forgetRules = (cluster: Cluster): void => indexes.get(cluster)?.forget();
