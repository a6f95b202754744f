import fc from 'fast-check';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aResourceSnapshot, anIdentifier, NOON } from '../testing/builders';
import { explainOversize, planResourceSnapshot, snapshotHash, splitManifests } from './planSnapshot';

const configMap = (name: string, text = ''): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { text },
});
/** A manifest whose JSON has exactly this many bytes. */
const ofSize = (bytes: number) => configMap('x', 'a'.repeat(bytes - JSON.stringify(configMap('x')).length));

const sizes = (parts: KubeObject[][]) =>
  parts.map(part => part.map(manifest => JSON.stringify(manifest).length));

const plan = (manifests: KubeObject[], snapshots = [aResourceSnapshot()]) =>
  planResourceSnapshot({ manifests, identifiers: [anIdentifier()], snapshots, referenced: new Set() }, NOON);

describe('planResourceSnapshot', () => {
  it('A/SNP-005: the first index is 0', () => {
    expect(plan([configMap('a')], [])).toEqual({
      kind: 'created',
      snapshot: {
        index: 0,
        hash: snapshotHash([configMap('a')]),
        identifiers: [anIdentifier()],
        createdAt: NOON,
      },
      prune: [],
    });
  });

  it('A/SNP-010: the same content is the same snapshot', () => {
    const latest = aResourceSnapshot({ index: 4, hash: snapshotHash([configMap('a')]) });
    expect(plan([configMap('a')], [latest])).toEqual({ kind: 'unchanged', snapshot: latest });
  });

  it('A/SNP-005: content of an older snapshot still gets the next index', () => {
    const older = aResourceSnapshot({ index: 3, hash: snapshotHash([configMap('a')]) });
    const { kind, snapshot } = plan([configMap('a')], [older, aResourceSnapshot({ index: 4 })]);
    expect([kind, snapshot.index]).toEqual(['created', 5]);
  });

  it.each([
    { row: 1, limit: 10, existing: [0, 1, 2, 3, 4, 5, 6, 7, 8], bound: [], pruned: [] },
    { row: 2, limit: 10, existing: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], bound: [], pruned: [0] },
    { row: 3, limit: 2, existing: [0, 1], bound: [], pruned: [0] },
    { row: 4, limit: 3, existing: [0], bound: [], pruned: [] },
    { row: 5, limit: 1, existing: [4], bound: [], pruned: [4] },
    { row: '6, ours: what is in use stays', limit: 2, existing: [0, 1, 2, 3], bound: [1], pruned: [0, 2] },
  ])('A/SNP-020, row $row', ({ limit, existing, bound, pruned }) => {
    const snapshots = existing.map(index => aResourceSnapshot({ index }));
    const input = {
      manifests: [],
      identifiers: [],
      snapshots,
      referenced: new Set(bound),
      revisionHistoryLimit: limit,
    };
    expect(planResourceSnapshot(input, NOON)).toMatchObject({ prune: pruned });
  });

  it('A/SNP-001 content goes by another name where the caller has one', () => {
    const latest = aResourceSnapshot({ index: 4, hash: 'by-another-name' });
    const input = {
      manifests: [configMap('a')],
      identifiers: [],
      snapshots: [latest],
      referenced: new Set<number>(),
    };
    expect(planResourceSnapshot({ ...input, hash: 'by-another-name' }, NOON).kind).toBe('unchanged');
    expect(planResourceSnapshot({ ...input, hash: 'new' }, NOON).snapshot).toMatchObject({
      index: 5,
      hash: 'new',
    });
  });

  it('A/SNP-006: nothing selected is a snapshot too', () => {
    expect(plan([], []).kind).toBe('created');
  });

  it('A/SNP-001: every field and the order count, the order of keys does not', () => {
    const [a, b] = [configMap('a'), configMap('b')];
    expect(snapshotHash([a, b])).not.toBe(snapshotHash([b, a]));
    expect(snapshotHash([a])).not.toBe(snapshotHash([configMap('a', 'changed')]));
    const { apiVersion, kind, ...rest } = a;
    expect(snapshotHash([{ ...rest, kind, apiVersion }])).toBe(snapshotHash([a]));
  });
});

describe('splitManifests (A/SNP-002, C/UR-084)', () => {
  it.each([
    { row: 1, limit: 600, input: [152, 383, 390], parts: [[152, 383], [390]] },
    { row: 2, limit: 600, input: [383, 390, 152], parts: [[383], [390, 152]] },
    { row: 3, limit: 535, input: [152, 383], parts: [[152, 383]] },
    { row: 4, limit: 500, input: [152, 383, 390], parts: [[152], [383], [390]] },
    {
      row: 5,
      limit: 320,
      input: [152, 152, 152, 152],
      parts: [
        [152, 152],
        [152, 152],
      ],
    },
    { row: 6, limit: 100, input: [152, 383], parts: [[152], [383]] },
    { row: 7, limit: 600, input: [], parts: [] },
  ])('A/SNP-002 row $row', ({ limit, input, parts }) => {
    expect(sizes(splitManifests(input.map(ofSize), limit))).toEqual(parts);
  });

  it('loses nothing, keeps the order, and exceeds the limit only for single objects', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 900 })),
        fc.integer({ min: 100, max: 2000 }),
        (input, limit) => {
          const parts = sizes(splitManifests(input.map(ofSize), limit));
          expect(parts.flat()).toEqual(input);
          for (const part of parts) {
            expect(part.length === 1 || part.reduce((a, b) => a + b) <= limit).toBe(true);
          }
        },
      ),
    );
  });
});

it('names an object that is too large, its size and the limit', () => {
  expect(explainOversize(ofSize(200), 'v1 ConfigMap web/big', 150)).toBe(
    'v1 ConfigMap web/big is 200 bytes long and one object may have 150; make it smaller or leave it out of the selection',
  );
  expect(explainOversize(ofSize(150), 'v1 ConfigMap web/big', 150)).toBeUndefined();
});
