import type { ConfigNode } from './configNode';

/** One entry of `fleetstage.providers`: who upgrades clusters (E/FL-007). `access` is how its API is reached. */
export interface ProviderSettings<Access> {
  /** The first part of `fleetstage.io/provider-ref`. */
  readonly name: string;
  readonly type: 'clusterApi' | 'simulated';
  /** Absent: its objects are on the hub. */
  readonly access?: Access;
  /** Whether the nodes of topology clusters wait for their own rollout. */
  readonly nodeUpgrades: 'Held' | 'Coupled';
  /** Prefixes of labels of the provider's clusters that selectors see, too (E/FL-002). */
  readonly copyLabels: readonly string[];
}

const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** `readAccess` reads `kubeconfig` and `context` of an entry. */
export function readProviders<Access>(
  providers: ConfigNode,
  readAccess: (entry: ConfigNode) => Access,
): readonly ProviderSettings<Access>[] {
  const taken = new Set<string>();
  return providers.items().map(entry => {
    entry.allow(['name', 'type', 'kubeconfig', 'context', 'nodeUpgrades', 'copyLabels']);
    const name = readName(entry.at('name'), taken);
    if (!entry.at('type').isSet()) entry.at('type').problem('is missing: write clusterApi or simulated');
    const isElsewhere = entry.at('kubeconfig').isSet() || entry.at('context').isSet();
    return {
      name,
      type: entry.at('type').oneOf(['clusterApi', 'simulated']),
      ...(isElsewhere && { access: readAccess(entry) }),
      nodeUpgrades: entry.at('nodeUpgrades').oneOf(['Held', 'Coupled']),
      copyLabels: entry
        .at('copyLabels')
        .items()
        .flatMap(item => item.optionalText() ?? []),
    };
  });
}

function readName(node: ConfigNode, taken: Set<string>): string {
  const name = node.optionalText() ?? '';
  if (!NAME.test(name))
    node.problem(
      node.isSet()
        ? `is "${name}": use lower-case letters, digits and "-", at most 63 characters, as provider-ref names it`
        : 'is missing: give the name by which provider-ref names it',
    );
  else if (taken.has(name)) node.problem(`repeats ${name}: give each provider another name`);
  taken.add(name);
  return name;
}
