import { createHash } from 'node:crypto';
import type { CompiledCrd, KubeObject, OpenApiSchema, PrinterColumn, ResourceType } from '../contracts';
import { customAdmission } from './customAdmission';
import type { CrdSpec, CrdVersion } from './crdSpec';
import { toInvalidError } from './fieldErrors';
import { objectMetaSchema } from './objectMetaSchema';
import { compareVersions } from './versionOrder';
import { validateDefinition } from './validateDefinition';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
const NO_SCHEMA: OpenApiSchema = { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Definitions are few and shared by all clusters; the bound only keeps a stream of edits from filling the memory. */
const MAX_COMPILED = 500;
const compiled = new Map<string, CompiledCrd>();

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

function toType(spec: CrdSpec, version: CrdVersion): ResourceType {
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
    columns: version.additionalPrinterColumns?.length ? version.additionalPrinterColumns : [AGE],
    schema: { root, resolve: () => undefined },
    admission: customAdmission({
      group,
      version: version.name,
      kind: names.kind,
      isNamespaced,
      schema,
      scale: version.subresources?.scale,
    }),
  };
}

function compile(crd: KubeObject): CompiledCrd {
  const errors = validateDefinition(crd);
  if (errors.length > 0) {
    const kind = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' };
    throw toInvalidError({ ...kind, name: crd.metadata.name }, errors);
  }
  const spec = crd.spec as CrdSpec;
  const served = spec.versions.filter(version => version.served);
  const storage = spec.versions.find(version => version.storage);
  return {
    name: crd.metadata.name,
    group: spec.group,
    types: [...served].sort((a, b) => compareVersions(a.name, b.name)).map(version => toType(spec, version)),
    storageVersion: storage?.name ?? served[0].name,
  };
}

/** Reads a definition; throws an ApiError 422 in the server's words when it is broken. One content is read once. */
export function compileCrd(crd: KubeObject): CompiledCrd {
  const content = JSON.stringify([
    crd.metadata.name,
    crd.metadata.annotations?.['api-approved.kubernetes.io'],
    crd.spec,
  ]);
  const hash = createHash('sha256').update(content).digest('base64');
  let result = compiled.get(hash);
  if (!result) {
    result = compile(crd);
    const oldest = compiled.keys().next();
    if (compiled.size >= MAX_COMPILED && !oldest.done) compiled.delete(oldest.value);
    compiled.set(hash, result);
  }
  return result;
}
