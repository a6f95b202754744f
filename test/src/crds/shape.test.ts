import { flattenFields } from './compareFields';
import { generateCrds } from './generateCrds';
import { fieldRows } from './shape.testing';

const versionsOf = new Map(generateCrds().map(({ kind, crd }) => [kind, crd.spec.versions]));

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);

describe('fields, as the specification has them', () => {
  it.each(fieldRows)('$rule $kind $path', ({ kind, path, is, only }) => {
    for (const version of versionsOf.get(kind)!) {
      const found = flattenFields(version)[path];
      const isServed = only === undefined || version.name === only;
      expect(found !== undefined).toBe(isServed);
      if (!isServed) continue;
      for (const [name, value] of Object.entries(is)) {
        expect({ version: version.name, [name]: sorted(found[name]) }).toEqual({
          version: version.name,
          [name]: sorted(value),
        });
      }
    }
  });

  it('A/PL-021 the kind of an envelope: v1 has no ConfigMap, and no default', () => {
    const path = 'status.selectedResources[].envelope.type';
    const found = versionsOf.get('ClusterResourcePlacement')!.map(version => {
      const { enum: values, default: fallback } = flattenFields(version)[path];
      return [version.name, sorted(values), fallback];
    });
    expect(found).toEqual([
      ['v1', ['ClusterResourceEnvelope', 'ResourceEnvelope'], undefined],
      ['v1beta1', ['ClusterResourceEnvelope', 'ConfigMap', 'ResourceEnvelope'], 'ConfigMap'],
    ]);
  });
});
