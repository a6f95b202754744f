import type { ConfigNode } from './configNode';

/** `fleetstage.connections`: what a kubeconfig may ask for. */
export interface ConnectionSettings {
  /** Clusters, the hub among them, that may be reached without TLS, or without checking who answers, also in production. */
  readonly allowInsecure: ReadonlySet<string>;
  /** Variables of our own environment that credential plugins get besides the usual ones: names, or `AWS_*`. */
  readonly pluginEnvironment: readonly string[];
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*\*?$/;

export function readConnections(connections: ConfigNode): ConnectionSettings {
  connections.allow(['allowInsecure', 'pluginEnvironment']);
  const insecure = connections.at('allowInsecure').items();
  return {
    allowInsecure: new Set(insecure.map(item => item.clusterName())),
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

/** The contexts of a members' kubeconfig that are members; `undefined`: every one that a MemberCluster is named like. */
export function readContexts(contexts: ConfigNode): ReadonlySet<string> | undefined {
  if (!contexts.isSet()) return undefined;
  return new Set(contexts.items().map(item => item.clusterName()));
}
