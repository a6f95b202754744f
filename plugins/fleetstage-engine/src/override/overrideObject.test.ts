import type {
  ClusterResourceOverrideSpec,
  KubeObject,
  OverrideRule,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides } from '../desired/desired';
import { isSnapshotOf, MAX_OVERRIDDEN_BYTES, overrideObjects } from './overrideObject';
import type { OverrideSnapshot } from './overrideSnapshot';

const ALL: OverrideRule['clusterSelector'] = { clusterSelectorTerms: [] };
const patch = (...jsonPatchOverrides: readonly object[]) =>
  ({ clusterSelector: ALL, jsonPatchOverrides }) as OverrideRule;
const setData = (value: unknown) => patch({ op: 'add', path: '/data/a', value });

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const CONFIG = { group: '', version: 'v1', kind: 'ConfigMap', name: 'config' };
const config: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } },
  metadata: { name: 'config', namespace: 'web' },
};
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };

const cro = (
  name: string,
  rules: readonly OverrideRule[],
  selectors: readonly object[] = [NAMESPACE],
): OverrideSnapshot => ({
  ...{ kind: 'ClusterResourceOverrideSnapshot', name, hash: name },
  spec: {
    clusterResourceSelectors: selectors,
    policy: { overrideRules: rules },
  } as ClusterResourceOverrideSpec,
});
const ro = (
  name: string,
  rules: readonly OverrideRule[],
  selectors: readonly object[] = [CONFIG],
): OverrideSnapshot => ({
  ...{ kind: 'ResourceOverrideSnapshot', name, hash: name, namespace: 'web' },
  spec: { resourceSelectors: selectors, policy: { overrideRules: rules } } as ResourceOverrideSpec,
});

/** All rules of all snapshots match. */
const matchedAll = (snapshots: readonly OverrideSnapshot[]): MatchedOverrides => ({
  snapshots: snapshots.map(({ spec, ...rest }) => ({
    ...rest,
    rules: spec.policy.overrideRules.map((_, i) => i),
  })),
  variables: { '${MEMBER-CLUSTER-NAME}': 'c1', '${MEMBER-CLUSTER-LABEL-KEY-q}': 'say "hi"' },
});
const override = (object: KubeObject, ...snapshots: readonly OverrideSnapshot[]) =>
  overrideObjects(matchedAll(snapshots), snapshots)(object);
const messageOf = (object: KubeObject, ...snapshots: readonly OverrideSnapshot[]) => {
  const result = override(object, ...snapshots);
  return result.ok ? undefined : result.error;
};

describe('what overrides make of one object', () => {
  it('B/OV-061: without any it is the very object', () => {
    expect(overrideObjects(NO_OVERRIDES, [])(config)).toEqual({ ok: true, value: config });
    const result = override(config, ro('other', [setData('x')], [{ ...CONFIG, name: 'other' }]));
    expect(result.ok && result.value).toBe(config);
  });

  it('B/OV-062, B/OV-063: one of several selectors is enough, and one of none is not', () => {
    const other = { ...NAMESPACE, name: 'other' };
    expect(override(config, cro('a', [setData('x')], [other, NAMESPACE]))).toMatchObject({
      value: { data: { a: 'x' } },
    });
    expect(override(config, cro('a', [setData('x')], [other]))).toEqual({ ok: true, value: config });
    expect(override(config, ro('a', [setData('x')], [{ ...CONFIG, name: 'b' }, CONFIG]))).toMatchObject({
      value: { data: { a: 'x' } },
    });
  });

  it('B/OV-007: where only the Namespace is placed, a CRO on it changes only the Namespace', () => {
    const labels = patch({ op: 'add', path: '/metadata/labels', value: { a: 'b' } });
    expect(override(namespace, cro('a', [labels]), ro('b', [setData('x')]))).toMatchObject({
      value: { metadata: { labels: { a: 'b' } } },
    });
  });

  it('B/OV-086: a rule whose last operation fails changes nothing, and the object is as it was', () => {
    const before = structuredClone(config);
    const error = messageOf(
      config,
      ro('a', [patch({ op: 'add', path: '/data/b', value: '2' }, { op: 'remove', path: '/data/c' })]),
    );
    expect(error?.message).toContain('rule 1, remove /data/c');
    expect(config).toEqual(before);
  });

  it('B/OV-095: a value is filled in as text: a quote in a label ends it', () => {
    const error = messageOf(config, ro('a', [setData('${MEMBER-CLUSTER-LABEL-KEY-q}')]));
    expect(error).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(
        /ConfigMap "config" in namespace "web": rule 1, add \/data\/a: the value is no JSON once its variables are filled in$/,
      ),
    });
  });

  it('B/OV-T09: a value that is no JSON never gets here: the API takes JSON alone, and a bare text is a text', () => {
    expect(override(config, ro('a', [setData('new-value')]))).toMatchObject({
      value: { data: { a: 'new-value' } },
    });
  });

  it('B/OV-070, B/DC-10: an object without a kind is Unknown, and one of a cluster has no namespace', () => {
    const labels = patch({ op: 'remove', path: '/metadata/labels' });
    expect(messageOf(namespace, cro('a', [labels]))?.message).toMatch(
      /^ClusterResourceOverrideSnapshot a cannot be applied to Namespace "web": rule 1/,
    );
    const nameless = { apiVersion: 'v1', metadata: { namespace: 'web' } } as unknown as KubeObject;
    expect(messageOf(nameless, cro('a', [labels]))?.message).toContain('to Unknown "" in namespace "web": ');
  });

  it('B/OV-060: one that is no longer kept is named, and what to do', () => {
    const gone = ro('gone', [setData('x')]);
    const result = overrideObjects(matchedAll([gone]), [])(config);
    expect(result).toEqual({
      ok: false,
      error: {
        kind: 'failed',
        message:
          'ResourceOverrideSnapshot web/gone is not found; it is no longer kept, bring the newest overrides to this cluster',
      },
    });
  });

  it('B/OV-060: a snapshot is found by kind, namespace and hash', () => {
    const [match] = matchedAll([ro('a', [])]).snapshots;
    expect(isSnapshotOf(ro('a', []), match)).toBe(true);
    expect(isSnapshotOf(cro('a', []), match)).toBe(false);
    expect(isSnapshotOf(ro('b', []), match)).toBe(false);
    expect(isSnapshotOf({ ...ro('a', []), namespace: 'api' } as OverrideSnapshot, match)).toBe(false);
    const [ofCluster] = matchedAll([cro('a', [])]).snapshots;
    expect(isSnapshotOf(cro('a', []), { ...ofCluster, namespace: 'any' })).toBe(true);
  });

  it.each([
    ['a text', 'x'],
    ['a number in it', { a: 1 }],
    ['a list', ['a']],
  ])('B/OV-087: annotations that are %s are invalid, not failed', (_, value) => {
    expect(messageOf(config, ro('a', [patch({ op: 'add', path: '/metadata/annotations', value })]))).toEqual({
      kind: 'invalid',
      message:
        'overrides leave ConfigMap "config" in namespace "web" with metadata.annotations that is no map of texts; correct the override',
    });
  });

  it.each([
    ['one byte', 'a', 1],
    ['one byte, the last', '\u007e', 1],
    ['two bytes', '\u0080', 2],
    ['two bytes, the last', '\u07ff', 2],
    ['three bytes', '\u0800', 3],
    ['three bytes, the last', '\uffee', 3],
    ['four bytes, a pair', '😀', 4],
  ])('a text of characters of %s is measured in UTF-8', (_, character, bytes) => {
    const rest = JSON.stringify({ ...config, data: { a: '' } }).length;
    const fits = Math.floor((MAX_OVERRIDDEN_BYTES - rest) / bytes);
    expect(Buffer.byteLength(character)).toBe(bytes);
    expect(messageOf(config, ro('a', [setData(character.repeat(fits))]))).toBeUndefined();
    expect(messageOf(config, ro('a', [setData(character.repeat(fits + 1))]))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(`long, and no API server takes more than ${MAX_OVERRIDDEN_BYTES}`),
    });
  });
});

/** Issue 18: limits are named before anything is written. */
describe('the limit of an object', () => {
  const large = 'x'.repeat(64 * 1024);

  it('an override of 64 KiB applies', () => {
    expect(override(config, ro('a', [setData(large)]))).toMatchObject({ value: { data: { a: large } } });
  });

  it('100 overrides of 64 KiB for one object are more than fit, and the object and the limit are named', () => {
    const all = Array.from({ length: 100 }, (_, i) =>
      ro(`o${i}`, [patch({ op: 'add', path: `/data/k${i}`, value: large })]),
    );
    expect(messageOf(config, ...all)?.message).toMatch(
      /^overrides make ConfigMap "config" in namespace "web" 65\d{5} bytes long, and no API server takes more than 3145728; make the values smaller$/,
    );
    expect(messageOf(config, ...all.slice(0, 40))).toBeUndefined();
  });
});
