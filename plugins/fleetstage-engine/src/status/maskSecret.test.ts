import { maskSecret } from './maskSecret';

const NOTES = {
  'kubectl.kubernetes.io/last-applied-configuration': '{"stringData":{"token":"planted"}}',
  'kubernetes-fleet.io/last-applied-configuration': '{"stringData":{"token":"planted"}}',
  'kapp.k14s.io/original': 'stringData:\n  token: planted\n',
  'example.io/packed': Buffer.from('planted').toString('base64'),
};
const SHOWN = {
  'fleetstage.io/approvers': 'user:default/ada',
  'kubernetes-fleet.io/envelope-configmap': 'true',
};
const metadata = { name: 'login', namespace: 'web', annotations: { ...NOTES, ...SHOWN } };
const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { token: 'planted' } };

describe('RUL 40 a masked object', () => {
  it.each([
    { what: 'a Secret', object: SECRET },
    {
      what: 'a Secret in a list',
      object: { apiVersion: 'v1', kind: 'List', metadata: { name: '' }, items: [SECRET] },
    },
    {
      what: 'an envelope',
      object: {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ResourceEnvelope',
        metadata,
        data: { s: SECRET },
      },
    },
    {
      what: 'an envelope that holds nothing any more',
      object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourceEnvelope', metadata },
    },
    {
      what: 'an annotated ConfigMap',
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { s: JSON.stringify(SECRET) } },
    },
  ])('$what shows no value, whatever tool has noted it in an annotation', ({ object }) => {
    const shown = JSON.stringify(maskSecret(object));
    expect(shown).not.toMatch(/planted|cGxhbnRlZA/);
    for (const key of Object.keys(NOTES)) expect(shown).toContain(key);
    for (const value of Object.values(SHOWN)) expect(shown).toContain(value);
  });

  it('is whole where it is no Secret and holds none', () => {
    const object = { apiVersion: 'v1', kind: 'Service', metadata };
    expect(maskSecret({ ...object, metadata: { ...metadata } })).toEqual(object);
  });
});
