import { parseDocument } from 'yaml';
import {
  newOverrideText,
  overrideFields,
  parseValueText,
  reachOf,
  readOverrideText,
  scopeOf,
  valueText,
  withKind,
} from './overrideText';

describe('values of operations in one line', () => {
  it.each<[unknown, string]>([
    ['nginx:1.27', 'nginx:1.27'],
    ['3', '"3"'],
    ['', ''],
    [3, '3'],
    [true, 'true'],
    [null, 'null'],
    [{ a: [1] }, '{"a":[1]}'],
    ['${MEMBER-CLUSTER-NAME}', '${MEMBER-CLUSTER-NAME}'],
  ])('%j ↔ %s', (value, text) => {
    expect(valueText(value)).toBe(text);
    expect(parseValueText(text)).toEqual(value);
  });
});

describe('the text of an override', () => {
  it('begins as one that selects all clusters and can be read', () => {
    const read = readOverrideText(newOverrideText());
    expect(read).toMatchObject({ ok: true, manifest: { kind: 'ClusterResourceOverride' } });
    if (!read.ok) return;
    expect(reachOf(read.manifest, ['spec', 'policy', 'overrideRules', 0])).toBe('all');
    expect(overrideFields(read.manifest)).toContain(
      'spec.policy.overrideRules[0].jsonPatchOverrides[0].path',
    );
  });

  it('keeps its rules and comments as one of a namespace, and begins with other objects', () => {
    const text = newOverrideText().replace('overrideRules:', 'overrideRules: # by ring');
    const other = withKind(text, 'ResourceOverride');
    expect(other).toContain('# by ring');
    const manifest = parseDocument(other).toJS() as Record<string, any>;
    expect(scopeOf(manifest)).toBe('default');
    expect(Object.keys(manifest.spec).sort()).toEqual(['policy', 'resourceSelectors']);
    expect(withKind(other, 'ClusterResourceOverride')).toContain('clusterResourceSelectors');
  });
});
