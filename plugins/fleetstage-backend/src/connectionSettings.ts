import type { ConfigNode } from './configNode';

/** `fleetstage.connections`: what a kubeconfig may ask for. */
export interface ConnectionSettings {
  /** Clusters, the hub among them, that may be reached without TLS, or without checking who answers, also in production. */
  readonly allowInsecure: ReadonlySet<string>;
  /** Clusters, the hub among them, that need not show who they are, also in production. */
  readonly allowUnidentified: ReadonlySet<string>;
  /** Variables of our own environment that credential plugins get besides the usual ones: names, or `AWS_*`. */
  readonly pluginEnvironment: readonly string[];
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*\*?$/;

export function readConnections(connections: ConfigNode): ConnectionSettings {
  connections.allow(['allowInsecure', 'allowUnidentified', 'pluginEnvironment']);
  const namesAt = (key: string) =>
    new Set(
      connections
        .at(key)
        .items()
        .map(item => item.clusterName()),
    );
  return {
    allowInsecure: namesAt('allowInsecure'),
    allowUnidentified: namesAt('allowUnidentified'),
    pluginEnvironment: connections.at('pluginEnvironment').items().flatMap(readVariable),
  };
}

function readVariable(item: ConfigNode): string[] {
  const name = item.optionalText();
  if (name === undefined || VARIABLE.test(name)) return name === undefined ? [] : [name];
  item.problem(
    `is "${name}": write the name of a variable such as AWS_PROFILE, or AWS_* for all that begin so`,
  );
  return [];
}

/** Means every context that a MemberCluster is named like. */
export const ANY_CONTEXT = '*';

/** The contexts of a members' kubeconfig that are members; `undefined`: nobody has said. */
export function readContexts(contexts: ConfigNode): ReadonlySet<string> | undefined {
  if (!contexts.isSet()) return undefined;
  const read = (item: ConfigNode) => (item.isText(ANY_CONTEXT) ? ANY_CONTEXT : item.clusterName());
  return new Set(contexts.items().map(read));
}
