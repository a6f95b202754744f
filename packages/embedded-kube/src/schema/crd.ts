import { createHash } from 'node:crypto';
import type { CompiledCrd, FieldError, KubeObject, OpenApiSchema, ResourceType } from '../contracts';
import { DeadlineError, runWithin } from '../deadline';
import { customAdmission } from './customAdmission';
import type { CrdSpec, CrdVersion } from './crdSpec';
import { invalidWithoutValue, toInvalidError } from './fieldErrors';
import { objectMetaSchema } from './objectMetaSchema';
import { compareVersions } from './versionOrder';
import { validateDefinition, validateDefinitionSpec } from './validateDefinition';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const NO_SCHEMA: OpenApiSchema = { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Definitions are few and shared by all clusters; the bound only keeps a stream of edits from filling the memory. */
const MOST_KNOWN = 500;
const known = new Map<string, Read>();

/** What the server fills in when a definition leaves it out. */
export function defaultDefinition(crd: KubeObject): KubeObject {
  const spec = crd.spec as CrdSpec;
  const { kind } = spec.names;
  const names = {
    ...spec.names,
    listKind: spec.names.listKind || `${kind}List`,
    singular: spec.names.singular || kind?.toLowerCase(),
  };
  return { ...crd, spec: { ...spec, names, conversion: spec.conversion ?? { strategy: 'None' } } };
}

function subresourcesOf({ subresources = {} }: CrdVersion): readonly string[] {
  return ['status', 'scale'].filter(name => Object.hasOwn(subresources, name));
}

/** What a header warns of where a version is deprecated. */
function deprecationOf(
  { group, names, versions }: CrdSpec,
  version: CrdVersion,
): { readonly deprecation?: string } {
  if (!version.deprecated) return {};
  const [newest] = versions
    .filter(other => other.served && !other.deprecated && compareVersions(other.name, version.name) < 0)
    .sort((a, b) => compareVersions(a.name, b.name));
  const instead = newest ? `; use ${group}/${newest.name} ${names.kind}` : '';
  const text = `${group}/${version.name} ${names.kind} is deprecated${instead}`;
  return { deprecation: version.deprecationWarning || text };
}

const selectableOf = ({ selectableFields }: CrdVersion): { readonly selectableFields?: readonly string[] } =>
  selectableFields?.length
    ? { selectableFields: selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, '')) }
    : {};

function toType(spec: CrdSpec, version: CrdVersion, storage: CrdVersion): ResourceType {
  const { group, names } = spec;
  const schema = version.schema?.openAPIV3Schema ?? NO_SCHEMA;
  const isNamespaced = spec.scope === 'Namespaced';
  const root = { ...schema, properties: { ...schema.properties, metadata: objectMetaSchema } };
  return {
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind || `${names.kind}List`,
    plural: names.plural,
    singular: names.singular || names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    isNamespaced,
    verbs: VERBS,
    subresources: subresourcesOf(version),
    isCustom: true,
    storageKey: `${group}/${names.plural}`,
    apiVersions: spec.versions.map(({ name }) => `${group}/${name}`),
    ...(version.additionalPrinterColumns?.length ? { columns: version.additionalPrinterColumns } : {}),
    schema: { root, resolve: () => undefined },
    admission: customAdmission({
      group,
      version: version.name,
      kind: names.kind,
      isNamespaced,
      schema,
      scale: version.subresources?.scale,
      storage: { version: storage.name, schema: storage.schema?.openAPIV3Schema ?? NO_SCHEMA },
    }),
    ...deprecationOf(spec, version),
    ...selectableOf(version),
    storageVersion: storage.name,
  };
}

/** A definition, read once: what is wrong with its `spec`, or what it serves. */
interface Read {
  readonly errors: readonly FieldError[];
  compiled?: CompiledCrd;
}

/** Large definitions take a fifth of it. */
const JUDGED_MS = 2_000;

function specErrors(spec: CrdSpec | undefined): readonly FieldError[] {
  try {
    return runWithin(JUDGED_MS, () => validateDefinitionSpec(spec));
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return [invalidWithoutValue('spec', 'takes too long to check; make it smaller')];
  }
}

/** One content is read once, whichever clusters have it. */
function read(crd: KubeObject): Read {
  const content = JSON.stringify([crd.metadata.name, crd.spec]);
  const hash = createHash('sha256').update(content).digest('base64');
  let result = known.get(hash);
  if (!result) {
    result = { errors: specErrors(crd.spec as CrdSpec | undefined) };
    const oldest = known.keys().next();
    if (known.size >= MOST_KNOWN && !oldest.done) known.delete(oldest.value);
    known.set(hash, result);
  }
  return result;
}

/** Everything wrong with a definition that is created, or changed from `previous`. */
export const definitionErrors = (next: KubeObject, previous: KubeObject | undefined): readonly FieldError[] =>
  validateDefinition(next, previous, read(next).errors);

/** The version that objects are to be stored in: the first that is marked. */
export const storageVersionOf = ({ spec }: KubeObject): string | undefined =>
  ((spec ?? {}) as Partial<CrdSpec>).versions?.find(({ storage }) => storage)?.name;

function compile(crd: KubeObject): CompiledCrd {
  const spec = crd.spec as CrdSpec;
  const served = spec.versions.filter(version => version.served);
  const storage = spec.versions.find(version => version.storage) ?? spec.versions[0];
  return {
    name: crd.metadata.name,
    group: spec.group,
    types: [...served]
      .sort((a, b) => compareVersions(a.name, b.name))
      .map(version => toType(spec, version, storage)),
    storageVersion: storage.name,
  };
}

/** What a definition serves; throws an ApiError 422 in the server's words when it is broken. */
export function compileCrd(crd: KubeObject): CompiledCrd {
  const result = read(crd);
  if (result.errors.length > 0) {
    const kind = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' };
    throw toInvalidError({ ...kind, name: crd.metadata.name }, result.errors);
  }
  result.compiled ??= compile(crd);
  return result.compiled;
}
