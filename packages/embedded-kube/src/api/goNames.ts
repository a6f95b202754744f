import type { ResourceType } from '../contracts';

const PACKAGES: Readonly<Record<string, string>> = {
  '': 'core',
  'events.k8s.io': 'core',
  'internal.apiserver.k8s.io': 'apiserverinternal',
};

/** The package in which a real server keeps the kinds of a group: `core`, `rbac`. */
const packageOf = (group: string) => PACKAGES[group] ?? group.split('.', 1)[0];

/** What a real server calls a kind inside, as some refusals show: `core.ConfigMap`. */
export const goName = ({ group, isCustom }: ResourceType, kind: string) =>
  isCustom ? 'unstructured.Unstructured' : `${packageOf(group)}.${kind}`;
