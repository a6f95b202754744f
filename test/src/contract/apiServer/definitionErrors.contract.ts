import {
  definition,
  DEFINITIONS,
  PLAIN,
  specOf,
  version,
  type DefinitionParts,
  type Fields,
} from './customKinds';
import { contractSuite } from './suite';

const v1 = (schema: Fields, more: Fields = {}): DefinitionParts => ({
  versions: [version('v1', schema, more)],
});
const field = (schema: Fields): DefinitionParts => v1(specOf({ f: schema }));
const text = { type: 'string' };

/** Statement → what is wrong with the definition. */
const NAMES: Readonly<Record<string, DefinitionParts>> = {
  'a name that is not plural and group': { metadata: { name: 'other.example.io' } },
  'a group without a dot': { group: 'example' },
  'a group that is no domain': { group: 'Example.io' },
  'no group': { group: '' },
  'a scope that does not exist': { scope: 'Global' },
  'no scope': { scope: '' },
  'a kind of which no name can be made': { names: { kind: 'Wid_get' } },
  'no kind': { names: { kind: '' } },
  'a list kind that is the kind': { names: { listKind: 'Widget' } },
  'names with big letters and blanks': {
    names: { singular: 'Wid get', shortNames: ['W', 'ok', '-'], categories: ['All'] },
  },
  'a group of the project without approval': { group: 'new.k8s.io' },
  'an approval that is no address': {
    group: 'new.k8s.io',
    metadata: { annotations: { 'api-approved.kubernetes.io': 'yes' } },
  },
};

const VERSIONS: Readonly<Record<string, DefinitionParts>> = {
  'no versions': { versions: [] },
  'two storage versions': { versions: [version('v1'), version('v2')] },
  'no storage version': { versions: [version('v1', PLAIN, { storage: false })] },
  'the same version twice': { versions: [version('v1'), version('v1', PLAIN, { storage: false })] },
  'a version whose name is no label': { versions: [version('V_1')] },
  'a version without a name': { versions: [version('')] },
  'a version without a schema': { versions: [{ name: 'v1', served: true, storage: true }] },
  'one of two versions without a schema': {
    versions: [version('v1'), { name: 'v2', served: true, storage: false }],
  },
  'a deprecation warning of a version that is not deprecated': v1(PLAIN, { deprecationWarning: 'old' }),
  'a deprecation warning that no header can carry': v1(PLAIN, {
    deprecated: true,
    deprecationWarning: 'a\nb',
  }),
  'preserveUnknownFields': { preserveUnknownFields: true },
  'a conversion that does not exist': { conversion: { strategy: 'Magic' } },
  'a webhook conversion without a webhook': { conversion: { strategy: 'Webhook' } },
  'a webhook without webhook conversion': {
    conversion: {
      strategy: 'None',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://example.io/convert' } },
    },
  },
};

const SCHEMAS: Readonly<Record<string, DefinitionParts>> = {
  'a root without a type': v1({ properties: {} }),
  'a root that is no object': v1({ type: 'string' }),
  'a field without a type': field({}),
  'a type that does not exist': field({ type: 'text' }),
  'a list without items': field({ type: 'array' }),
  'items without a type': field({ type: 'array', items: {} }),
  'a reference': field({ $ref: '#/definitions/x' }),
  'unique items': field({ type: 'array', items: text, uniqueItems: true }),
  'properties beside additionalProperties': field({
    type: 'object',
    properties: { a: text },
    additionalProperties: text,
  }),
  'additionalProperties at the root': v1({ type: 'object', additionalProperties: text }),
  'additionalProperties that are false': field({ type: 'object', additionalProperties: false }),
  'keywords that are not for definitions': field({
    type: 'object',
    patternProperties: { a: text },
    definitions: { a: text },
    dependencies: { a: ['b'] },
    id: 'x',
  }),
  'a rule about metadata that is not its name': v1({
    type: 'object',
    properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
  }),
  'metadata that is no object': v1({ type: 'object', properties: { metadata: text } }),
  'an apiVersion that is no text': v1({ type: 'object', properties: { apiVersion: { type: 'integer' } } }),
  'a type inside allOf': field({ type: 'string', allOf: [{ type: 'string' }] }),
  'defaults, descriptions and titles inside anyOf': field({
    type: 'string',
    anyOf: [{ default: 'a', description: 'b', title: 'c', nullable: true }],
  }),
  'fields inside not that are nowhere else': v1({
    type: 'object',
    not: { properties: { a: { minimum: 1 } } },
  }),
  'items inside allOf that are nowhere else': v1({
    ...specOf({ f: text }),
    allOf: [{ properties: { spec: { properties: { f: { items: { minLength: 1 } } } } } }],
  }),
  'extensions inside oneOf': field({
    type: 'object',
    oneOf: [{ 'x-kubernetes-preserve-unknown-fields': true }, { 'x-kubernetes-embedded-resource': true }],
  }),
  'a pattern that is none': field({ type: 'string', pattern: '[a' }),
  'a pattern that looks behind': field({ type: 'string', pattern: '(?<=a)b' }),
  'preserve-unknown-fields that is false': field({
    'type': 'object',
    'x-kubernetes-preserve-unknown-fields': false,
  }),
  'int-or-string with a type': field({ 'type': 'integer', 'x-kubernetes-int-or-string': true }),
  'an embedded resource that is no object': field({
    'type': 'string',
    'x-kubernetes-embedded-resource': true,
  }),
  'an embedded resource without fields': field({ 'type': 'object', 'x-kubernetes-embedded-resource': true }),
  'a nullable root': v1({ ...PLAIN, nullable: true }),
  'several mistakes in several fields': v1(
    specOf({ a: { type: 'array' }, b: {}, c: { type: 'object', properties: { d: { type: 'x' } } } }),
  ),
  'a mistake in one of two versions': {
    versions: [version('v1'), version('v2', specOf({ a: {} }), { storage: false })],
  },
};

const DEFAULTS: Readonly<Record<string, DefinitionParts>> = {
  'a default of another type': field({ type: 'integer', default: 'x' }),
  'a default beyond its bounds': field({ type: 'integer', minimum: 1, maximum: 3, default: 9 }),
  'a default that is not in its enumeration': field({ type: 'string', enum: ['a', 'b'], default: 'c' }),
  'a default with unknown fields': field({ type: 'object', properties: { a: text }, default: { b: 1 } }),
  'a default that is null': field({ type: 'string', default: null }),
  'a default that lacks what is required': field({
    type: 'object',
    properties: { a: text },
    required: ['a'],
    default: {},
  }),
  'a default that breaks a rule': field({
    'type': 'integer',
    'default': 1,
    'x-kubernetes-validations': [{ rule: 'self > 1', message: 'too small' }],
  }),
  'a default in metadata': v1({
    type: 'object',
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'a' } } } },
  }),
  'a default that repeats an item of a set': field({
    'type': 'array',
    'items': text,
    'x-kubernetes-list-type': 'set',
    'default': ['a', 'a'],
  }),
};

const LISTS: Readonly<Record<string, DefinitionParts>> = {
  'a list type of what is no list': field({ 'type': 'string', 'x-kubernetes-list-type': 'set' }),
  'a list type that does not exist': field({
    'type': 'array',
    'items': text,
    'x-kubernetes-list-type': 'bag',
  }),
  'a list of type map without keys': field({
    'type': 'array',
    'items': { type: 'object', properties: { k: text } },
    'x-kubernetes-list-type': 'map',
  }),
  'a key that is neither required nor has a default': field({
    'type': 'array',
    'items': { type: 'object', properties: { k: text } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }),
  'a key that items do not have, twice': field({
    'type': 'array',
    'items': { type: 'object', properties: { k: text }, required: ['k'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['l', 'l'],
  }),
  'a key that is an object': field({
    'type': 'array',
    'items': { type: 'object', properties: { k: { type: 'object' } }, required: ['k'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }),
  'keys of a list that is no map': field({
    'type': 'array',
    'items': text,
    'x-kubernetes-list-map-keys': ['k'],
  }),
  'a set of objects that are not atomic': field({
    'type': 'array',
    'items': { type: 'object', properties: { k: text } },
    'x-kubernetes-list-type': 'set',
  }),
  'a map type of what is no object': field({ 'type': 'string', 'x-kubernetes-map-type': 'atomic' }),
  'a map type that does not exist': field({ 'type': 'object', 'x-kubernetes-map-type': 'loose' }),
};

const column = (more: Fields) => ({ name: 'C', type: 'string', jsonPath: '.spec.c', ...more });
const columns = (...all: readonly Fields[]) => v1(PLAIN, { additionalPrinterColumns: all });
const scale = (more: Fields) =>
  v1(PLAIN, {
    subresources: { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', ...more } },
  });
const selectable = (...paths: readonly string[]) =>
  v1(
    specOf({
      a: text,
      b: { type: 'object' },
      d: { type: 'string', format: 'date' },
      l: { type: 'array', items: text },
    }),
    {
      selectableFields: paths.map(jsonPath => ({ jsonPath })),
    },
  );

const PARTS: Readonly<Record<string, DefinitionParts>> = {
  'a column without name, type and path': columns(column({ name: '', type: '', jsonPath: '' })),
  'a column of a type that does not exist': columns(column({ type: 'text' })),
  'a column of a format that does not exist': columns(column({ format: 'money' })),
  'a column whose path does not begin with a dot': columns(column({ jsonPath: 'spec.c' })),
  'a column whose path cannot be read': columns(column({ jsonPath: '.spec[' })),
  'columns with the same mistake in two versions': {
    versions: [
      version('v1', PLAIN, { additionalPrinterColumns: [column({ type: 'x' })] }),
      version('v2', PLAIN, { additionalPrinterColumns: [column({ type: 'x' })], storage: false }),
    ],
  },
  'scale without paths': scale({ specReplicasPath: '', statusReplicasPath: '' }),
  'scale of a path that is not below spec': scale({
    specReplicasPath: '.status.n',
    statusReplicasPath: '.spec.n',
  }),
  'scale of paths that are not simple': scale({
    specReplicasPath: '.spec.a[0]',
    statusReplicasPath: 'status.n',
  }),
  'a selector path outside of spec and status': scale({ labelSelectorPath: '.metadata.labels' }),
  'a selectable field that is not in the schema': selectable('.spec.z'),
  'a selectable field that is an object': selectable('.spec.b'),
  'a selectable field that is in a list': selectable('.spec.l[0]'),
  'a selectable field of the metadata': selectable('.metadata.name'),
  'a selectable field twice': selectable('.spec.a', '.spec.a'),
  'more than eight selectable fields': selectable('.spec.a', '.1', '.2', '.3', '.4', '.5', '.6', '.7', '.8'),
};

export const definitionErrors = contractSuite('definitionErrors', add => {
  for (const rows of [NAMES, VERSIONS, SCHEMAS, DEFAULTS, LISTS, PARTS]) {
    for (const [what, parts] of Object.entries(rows)) {
      add(`refused: ${what}`, async api => {
        const made = definition(api, parts);
        api.leave(`${api.at(DEFINITIONS)}/${made.metadata.name}`);
        await api.post(api.at(DEFINITIONS), made);
      });
    }
  }
});
