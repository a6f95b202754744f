import type { FieldError, KubeObject, ResourceType } from '../contracts';
import { explainDnsLabel, explainPathSegment } from '../schema/names';
import { validateMetadata, validateMetadataUpdate } from '../schema/validateMetadata';

type NameRule = (name: string) => readonly string[];

/** Names of all other kinds are DNS subdomains. */
const NAME_RULES: Readonly<Record<string, NameRule>> = {
  '/namespaces': explainDnsLabel,
  '/services': explainDnsLabel,
  '/events': explainPathSegment,
  'rbac.authorization.k8s.io/roles': explainPathSegment,
  'rbac.authorization.k8s.io/rolebindings': explainPathSegment,
  'rbac.authorization.k8s.io/clusterroles': explainPathSegment,
  'rbac.authorization.k8s.io/clusterrolebindings': explainPathSegment,
};

/** What is wrong with the metadata of a new object of a built-in kind; a custom kind's own admission says it. */
export function checkNewMetadata(type: ResourceType, { metadata }: KubeObject): readonly FieldError[] {
  if (type.isCustom) return [];
  const explainName = NAME_RULES[`${type.group}/${type.plural}`];
  return validateMetadata(metadata, { isNamespaced: type.isNamespaced, explainName });
}

/** The same for what is to replace `live`. */
export const checkChangedMetadata = (type: ResourceType, next: KubeObject, live: KubeObject) =>
  type.isCustom ? [] : validateMetadataUpdate(next.metadata, live.metadata);
