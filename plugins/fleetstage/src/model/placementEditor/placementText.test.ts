import { valueAt } from './fields';
import { editText, newText, readText, textOf, withHidden } from './placementText';

const COMMENTED = `# Owned by the payments team.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: web
spec:
  # Everything of the namespace.
  resourceSelectors:
    - group: "" # core
      version: v1
      kind: Namespace
      name: web
  policy:
    placementType: PickN
    numberOfClusters: 3 # one per region
  futureField:
    kept: true
`;

describe('the text of a placement', () => {
  it.each([
    ['a scalar', ['spec', 'policy', 'numberOfClusters'], 5, 5],
    ['an item of a list', ['spec', 'resourceSelectors', 0, 'name'], 'shop', 'shop'],
    [
      'a new branch',
      ['spec', 'policy', 'tolerations', 0],
      { key: 'gpu', operator: 'Exists' },
      { key: 'gpu', operator: 'Exists' },
    ],
    ['a field that goes', ['spec', 'policy', 'numberOfClusters'], undefined, undefined],
  ])('keeps comments and unknown fields when it changes %s', (_, path, value, expected) => {
    const text = editText(COMMENTED, path, value);
    const read = readText(text);
    expect(read.ok && valueAt(read.manifest, path)).toEqual(expected);
    expect(text).toContain('# Owned by the payments team.');
    expect(text).toContain('# Everything of the namespace.');
    expect(text).toContain('kept: true');
    if (value === 5) expect(text).toContain('numberOfClusters: 5 # one per region');
  });

  it('takes away what is empty without the field, but never the spec', () => {
    const added = editText(COMMENTED, ['spec', 'policy', 'affinity', 'clusterAffinity', 'x'], 1);
    const taken = editText(added, ['spec', 'policy', 'affinity', 'clusterAffinity', 'x'], undefined);
    expect(taken).not.toContain('affinity');
    const bare = 'spec:\n  policy:\n    placementType: PickAll\n';
    expect(editText(bare, ['spec', 'policy', 'placementType'], undefined)).toBe('spec: {}\n');
  });

  it('opens the way through what is null', () => {
    const text = editText('spec:\n  policy:\n', ['spec', 'policy', 'numberOfClusters'], 2);
    expect(text).toBe('spec:\n  policy:\n    numberOfClusters: 2\n');
  });

  it.each([
    ['broken YAML', 'spec:\n  a: [1\n', 3],
    ['a list', '- a\n', 1],
    [
      'another kind',
      'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: Pod\nmetadata: {}\nspec: {}\n',
      2,
    ],
    ['another version', 'apiVersion: v2\nkind: ResourcePlacement\nmetadata: {}\nspec: {}\n', 1],
    ['a spec that is none', `${newText().split('spec:')[0]}spec: 3\n`, 5],
    ['no metadata', 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ResourcePlacement\nspec: {}\n', 1],
  ])('says what is wrong with %s, and in which line', (_, text, line) => {
    const read = readText(text);
    expect(read).toMatchObject({ ok: false, faults: [{ line }] });
  });

  it('is readable for a new placement', () => {
    expect(readText(newText('web'))).toMatchObject({ ok: true, manifest: { metadata: { name: 'web' } } });
  });

  it('shows what people author, and gives back what was not shown', () => {
    const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
    const annotations = { [lastApplied]: '{}', team: 'blue' };
    const text = textOf({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourcePlacement',
      metadata: { name: 'web', namespace: 'shop', uid: 'u', finalizers: ['x'], annotations },
      spec: { resourceSelectors: [] },
      status: { conditions: [] },
    });
    expect(text).not.toMatch(/uid|finalizers|last-applied|status/);
    expect(readText(text)).toMatchObject({
      ok: true,
      manifest: { metadata: { name: 'web', namespace: 'shop', annotations: { team: 'blue' } } },
    });
    expect(withHidden({ team: 'red' }, annotations)).toEqual({ team: 'red', [lastApplied]: '{}' });
  });
});
