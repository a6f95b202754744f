const widgetSchema = {
  type: 'object',
  properties: {
    spec: {
      'type': 'object',
      'properties': {
        size: { type: 'integer', minimum: 0, default: 1 },
        replicas: { type: 'integer', default: 1 },
        name: { type: 'string', pattern: '^(a+)+$', maxLength: 4096 },
        percent: { 'x-kubernetes-int-or-string': true },
        tags: { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        parts: {
          'type': 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          'maxItems': 100,
          'items': {
            'type': 'object',
            'required': ['name'],
            'properties': {
              name: { type: 'string', maxLength: 64 },
              weight: { type: 'integer', default: 1 },
            },
            'x-kubernetes-validations': [{ rule: 'self.weight >= 0' }],
          },
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        anything: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
        embedded: {
          'type': 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        address: { type: 'string', format: 'ipv4' },
        at: { type: 'string', format: 'date-time' },
      },
      'x-kubernetes-validations': [
        {
          rule: '!has(self.parts) || self.parts.all(p, self.parts.exists_one(q, q.name == p.name))',
          message: 'twice',
        },
        {
          rule: '!has(oldSelf.size) || self.size >= oldSelf.size - 100',
          messageExpression: '"now " + string(self.size)',
        },
      ],
    },
    status: {
      'type': 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'properties': { replicas: { type: 'integer' }, selector: { type: 'string' } },
    },
  },
};

export const WIDGET_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.fuzz.example' },
  spec: {
    group: 'fuzz.example',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['fw'], categories: ['all'] },
    versions: ['v1', 'v1beta1'].map(name => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: widgetSchema },
      subresources: {
        status: {},
        scale: {
          specReplicasPath: '.spec.replicas',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.status.selector',
        },
      },
      additionalPrinterColumns: [
        { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
        { name: 'Parts', type: 'string', jsonPath: '.spec.parts[*].name' },
      ],
    })),
  },
};
