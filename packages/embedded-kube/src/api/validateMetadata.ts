import type { FieldError, KubeObject, ResourceType } from '../contracts';
import { forbiddenError, invalidError, requiredError, tooLongError } from '../schema/fieldErrors';
import {
  labelProblems,
  labelValueProblems,
  pathSegmentProblems,
  qualifiedNameProblems,
  subdomainProblems,
  type NameRule,
} from './names';

const MOST_ANNOTATION_BYTES = 256 * 1024;

const NAME_RULES: Readonly<Record<string, NameRule>> = {
  '/namespaces': labelProblems,
  // A Service's name is a DNS label; since 1.34 it may begin with a digit.
  '/services': labelProblems,
  'rbac.authorization.k8s.io/roles': pathSegmentProblems,
  'rbac.authorization.k8s.io/rolebindings': pathSegmentProblems,
  'rbac.authorization.k8s.io/clusterroles': pathSegmentProblems,
  'rbac.authorization.k8s.io/clusterrolebindings': pathSegmentProblems,
};

/** Everything wrong with the metadata of a new object, in the order of a real server. */
export function validateNewMetadata(type: ResourceType, object: KubeObject): FieldError[] {
  const { name, generateName } = object.metadata;
  const rule = NAME_RULES[`${type.group}/${type.plural}`] ?? subdomainProblems;
  const errors: FieldError[] = [];
  if (generateName) {
    // What the server adds is fine anywhere, so a prefix may end where a name may not.
    const problems = rule(generateName.replace(/[-.]$/, 'a'));
    errors.push(...problems.map(text => invalidError('metadata.generateName', generateName, text)));
  }
  if (!name) errors.push(requiredError('metadata.name', 'name or generateName is required'));
  else errors.push(...rule(name).map(text => invalidError('metadata.name', name, text)));
  return [...errors, ...validateMaps(object), ...validateOwners(object), ...validateFinalizers(object)];
}

/** The same for what is to replace `live`. */
export function validateChangedMetadata(next: KubeObject, live: KubeObject): FieldError[] {
  const errors: FieldError[] = [...validateMaps(next), ...validateOwners(next), ...validateFinalizers(next)];
  const { finalizers = [], deletionTimestamp } = live.metadata;
  const added = (next.metadata.finalizers ?? []).filter(each => !finalizers.includes(each));
  if (deletionTimestamp !== undefined && added.length > 0) {
    const list = added.map(each => JSON.stringify(each)).join(', ');
    errors.push(
      forbiddenError(
        'metadata.finalizers',
        `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
      ),
    );
  }
  for (const field of ['uid', 'creationTimestamp'] as const) {
    const [before, after] = [live.metadata[field], next.metadata[field]];
    if (after !== before) errors.push(invalidError(`metadata.${field}`, after, 'field is immutable'));
  }
  return errors;
}

function validateMaps({ metadata }: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    errors.push(...qualifiedNameProblems(key).map(text => invalidError('metadata.labels', key, text)));
    errors.push(...labelValueProblems(value).map(text => invalidError('metadata.labels', value, text)));
  }
  let bytes = 0;
  for (const [key, value] of Object.entries(metadata.annotations ?? {})) {
    const problems = qualifiedNameProblems(key.toLowerCase());
    errors.push(...problems.map(text => invalidError('metadata.annotations', key, text)));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(String(value));
  }
  if (bytes > MOST_ANNOTATION_BYTES) errors.push(tooLongError('metadata.annotations', MOST_ANNOTATION_BYTES));
  return errors;
}

function validateOwners({ metadata }: KubeObject): FieldError[] {
  const owners = metadata.ownerReferences ?? [];
  const errors = owners.flatMap(owner => {
    const missing = (['apiVersion', 'kind', 'name', 'uid'] as const).filter(field => !owner[field]);
    return missing.map(field =>
      field === 'apiVersion'
        ? invalidError('metadata.ownerReferences.apiVersion', '', 'version must not be empty')
        : invalidError(`metadata.ownerReferences.${field}`, '', 'must not be empty'),
    );
  });
  const controllers = owners.filter(({ controller }) => controller === true);
  if (controllers.length > 1) {
    const [first, second] = controllers;
    errors.push(
      invalidError(
        'metadata.ownerReferences',
        owners,
        `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`,
      ),
    );
  }
  return errors;
}

/** Names without a prefix that the server itself knows. */
const KNOWN_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

function validateFinalizers({ metadata }: KubeObject): FieldError[] {
  return (metadata.finalizers ?? []).flatMap(finalizer => {
    const problems = qualifiedNameProblems(finalizer).map(text =>
      invalidError('metadata.finalizers', finalizer, text),
    );
    if (problems.length > 0 || finalizer.includes('/') || KNOWN_FINALIZERS.includes(finalizer)) return problems;
    return [
      invalidError(
        'metadata.finalizers',
        finalizer,
        'name is neither a standard finalizer name nor is it fully qualified',
      ),
    ];
  });
}
