import { ApiError, type FieldValidation, type KubeObject } from '../contracts';
import { builtinServerVersion, builtinSubresource, builtinTypes } from './builtin';
import { canonicalQuantity, canonicalTime } from './builtinScalars';

const typeOf = (kind: string) => {
  const type = builtinTypes().find(each => each.kind === kind);
  if (!type) throw new Error(`no ${kind}`);
  return type;
};

function prepare(kind: string, fields: object, how: FieldValidation = 'Warn') {
  const type = typeOf(kind);
  const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`;
  return type.admission.prepare({ apiVersion, kind, metadata: { name: 'x' }, ...fields } as KubeObject, how);
}

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'not refused';
}

const containers = (fields: object) => ({
  spec: { template: { spec: { containers: [{ name: 'c', ...fields }] } } },
});

describe('an object that cannot be read is a bad request in the words of a real server', () => {
  it.each([
    [
      { spec: { replicas: 'x' } },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      { spec: { replicas: 1.5 } },
      'json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      { spec: { paused: 'yes' } },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool',
    ],
    [
      { spec: 5 },
      'json: cannot unmarshal number into Go struct field Deployment.spec of type v1.DeploymentSpec',
    ],
    [
      { spec: { selector: 'x' } },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.selector of type v1.LabelSelector',
    ],
    [
      { spec: { template: { spec: { containers: {} } } } },
      'json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
    ],
    [
      containers({ name: 1 }),
      'json: cannot unmarshal number into Go struct field Container.spec.template.spec.containers.name of type string',
    ],
    [
      containers({ resources: { limits: { cpu: 'abc' } } }),
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      { metadata: { labels: { a: 1 } } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      { metadata: { labels: [] } },
      'json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string',
    ],
    [
      { spec: { strategy: { rollingUpdate: { maxSurge: true } } } },
      'json: cannot unmarshal bool into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32',
    ],
    [
      { metadata: { creationTimestamp: 'x' } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
  ])('%j', (fields, problem) => {
    expect(refusal(() => prepare('Deployment', fields))).toBe(
      `400 Deployment in version "v1" cannot be handled as a Deployment: ${problem}`,
    );
  });

  it('says where base64 ends', () => {
    expect(refusal(() => prepare('Secret', { data: { a: '§' } }))).toContain(
      'illegal base64 data at input byte 0',
    );
  });
});

describe('unknown fields', () => {
  const fields = { ...containers({ bar: 1 }), foo: { deep: 1 } };

  it('are refused, warned of or dropped in silence', () => {
    const problems = ['unknown field "spec.template.spec.containers[0].bar"', 'unknown field "foo"'];
    expect(refusal(() => prepare('Deployment', fields, 'Strict'))).toBe(
      `400 Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${problems.join(', ')}`,
    );
    expect(prepare('Deployment', fields, 'Warn').warnings).toEqual(problems);
    const { object, warnings } = prepare('Deployment', fields, 'Ignore');
    expect(warnings).toEqual([]);
    expect(JSON.stringify(object)).not.toMatch(/"(bar|foo)"/);
  });
});

describe('scalars have one form', () => {
  it.each([
    ['1000m', '1'],
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    ['1500Mi', '1500Mi'],
    ['0.5Ki', '512'],
    ['0', '0'],
    ['-2', '-2'],
    ['1e3', '1e3'],
    ['100000', '100k'],
    ['12', '12'],
    ['', undefined],
    ['1Kb', undefined],
  ])('quantity %s', (text, canonical) => expect(canonicalQuantity(text)).toBe(canonical));

  it.each([
    ['2026-11-21T10:00:00+01:00', 'second', '2026-11-21T09:00:00Z'],
    ['2026-11-21T10:00:00.123456789Z', 'second', '2026-11-21T10:00:00Z'],
    ['2026-11-21T10:00:00.5Z', 'microsecond', '2026-11-21T10:00:00.500000Z'],
    ['yesterday', 'second', undefined],
  ] as const)('time %s', (text, unit, canonical) => expect(canonicalTime(text, unit)).toBe(canonical));
});

it('keeps a zero that a schema means', () => {
  const schema = {
    'type': 'integer',
    'minimum': 0,
    'default': 0,
    'multipleOf': 1,
    'maxLength': 0,
    'items': { type: 'array', default: [], maxItems: 0 },
    'additionalProperties': false,
    'x-kubernetes-preserve-unknown-fields': false,
  };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  const { object } = prepare('CustomResourceDefinition', { spec: { versions } });
  expect(object.spec).toMatchObject({ versions: [{ schema: { openAPIV3Schema: schema } }] });
});

describe('what discovery shows', () => {
  it('knows kinds, their short names and what their subresources speak', () => {
    expect(builtinServerVersion()).toMatch(/^v1\.\d+/);
    expect(typeOf('Deployment')).toMatchObject({
      plural: 'deployments',
      shortNames: ['deploy'],
      categories: ['all'],
      subresources: ['scale', 'status'],
      isNamespaced: true,
    });
    expect(builtinSubresource(typeOf('Deployment'), 'scale')).toMatchObject({
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
    });
    expect(builtinTypes()).toBe(builtinTypes());
  });
});
