const conditions = {
  'type': 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  'items': {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      type: { type: 'string' },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: { type: 'string' },
      message: { type: 'string' },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
  },
};

const widgetSpec = {
  'type': 'object',
  'default': {},
  'x-kubernetes-validations': [
    {
      rule: '!has(self.max) || self.size <= self.max',
      messageExpression: `self.max > 3 ? "size is above a large max" : "size is above a small max"`,
    },
    {
      rule: '!has(oldSelf.mode) || has(self.mode)',
      message: 'mode stays once it is set',
      reason: 'FieldValueForbidden',
      fieldPath: '.mode',
    },
  ],
  'properties': {
    size: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
    max: { type: 'integer' },
    mode: {
      'type': 'string',
      'enum': ['fast', 'slow'],
      'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'mode does not change' }],
    },
    tags: { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': { type: 'string' } },
    ports: {
      'type': 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'protocol'],
      'items': {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', pattern: '^[a-z]+$' },
          number: { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 },
          protocol: { type: 'string', default: 'TCP' },
        },
      },
    },
    items: { 'type': 'array', 'x-kubernetes-list-type': 'atomic', 'items': { type: 'integer' } },
    count: { 'x-kubernetes-int-or-string': true },
    when: { type: 'string', format: 'date-time' },
    note: { type: 'string', nullable: true, default: 'none' },
    nested: {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', minLength: 1 }, b: { type: 'integer', default: 7 } },
    },
    free: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 2 } },
    replicas: { type: 'integer', minimum: 0 },
  },
};

const widgetSchema = {
  type: 'object',
  properties: {
    spec: widgetSpec,
    status: {
      type: 'object',
      properties: { phase: { type: 'string' }, replicas: { type: 'integer' }, conditions },
    },
  },
};

const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
const version = (name: string, isStored: boolean) => ({
  name,
  served: true,
  storage: isStored,
  schema: { openAPIV3Schema: widgetSchema },
  subresources: { status: {}, scale },
  additionalPrinterColumns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Mode', type: 'string', jsonPath: '.spec.mode' },
  ],
});

const definition = (plural: string, kind: string, spec: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.fuzz.example.io` },
  spec: {
    group: 'fuzz.example.io',
    names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
    ...spec,
  },
});

/** What the custom kinds of the sequences need; {@link kinds} draws what they forbid, too. */
export const definitions = [
  definition('widgets', 'Widget', {
    scope: 'Namespaced',
    versions: [version('v1', true), version('v2', false)],
  }),
  definition('gadgets', 'Gadget', {
    scope: 'Cluster',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  }),
];
