import type { RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { LabelledCluster } from '../assignment/assignClusters';
import {
  aMember,
  aSequence,
  aStage,
  assignmentOf,
  bankClusters,
  bankStages,
  labelled,
} from '../assignment/sequence.testing';
import { assignmentHash, classifyChange } from './classifyChange';

const [testing, staging, west, europe, east] = bankStages;
const activeRollouts = ['bank-np-1-30-14', 'bank-cp-1-30-14'];

function edit(
  spec: Partial<RolloutSequenceSpec>,
  {
    before = {},
    clusters = bankClusters,
  }: { before?: Partial<RolloutSequenceSpec>; clusters?: readonly LabelledCluster[] } = {},
) {
  const assigned = (one: RolloutSequenceSpec) => ({ spec: one, assignment: assignmentOf(one, clusters) });
  return classifyChange({
    before: assigned(aSequence(before)),
    after: assigned(aSequence({ ...before, ...spec })),
    activeRollouts,
  });
}

const empty = aStage('empty', { fleets: ['nobody'], soakDuration: '24h' });
const identity = [1, 2, 3, 4, 5].map(number => ({ before: number, after: number }));

describe('the class of an edit (D §8, E §5)', () => {
  it.each<{ rule: string; spec: Partial<RolloutSequenceSpec>; before?: Partial<RolloutSequenceSpec> }>([
    { rule: 'nothing', spec: {} },
    { rule: 'displayName (D/MD-002, E/RS-001)', spec: { displayName: 'Bank' } },
    {
      rule: 'a stage renamed (E/RS-004, MO-003)',
      spec: { stages: [{ ...testing, name: 'dev' }, staging, west, europe, east] },
    },
    {
      rule: 'an equivalent selector (E/MO-003)',
      spec: {
        stages: [
          testing,
          staging,
          {
            ...west,
            clusterSelector: {
              matchExpressions: [{ key: 'prod-region', operator: 'In', values: ['us-west1'] }],
            },
          },
          europe,
          east,
        ],
      },
    },
    {
      rule: 'the same length in other words',
      spec: { stages: [{ ...testing, soakDuration: '71h60m' }, staging, west, europe, east] },
    },
    {
      rule: 'an empty stage added (E/MO-003)',
      spec: { stages: [testing, empty, staging, west, europe, east] },
    },
    {
      rule: 'an empty stage moved (E/MO-003)',
      before: { stages: [...bankStages, empty] },
      spec: { stages: [empty, ...bankStages] },
    },
    {
      rule: 'an empty stage removed',
      before: { stages: [empty, ...bankStages] },
      spec: { stages: bankStages },
    },
    {
      rule: 'what is created only (D/MD-005, E/RS-010…013)',
      spec: { upgradeTypes: [], catalog: 'other', channel: 'Stable', target: { version: '1.30.14' } },
    },
    {
      rule: 'an ignore selector that ignores nobody',
      spec: { ignoredClustersSelector: labelled({ no: 'one' }) },
    },
  ])('$rule: Benign, cancels nothing', ({ spec, before }) => {
    expect(edit(spec, { before })).toMatchObject({ class: 'Benign', cancels: [], moved: [] });
  });

  it.each<{ rule: string; spec: Partial<RolloutSequenceSpec>; before?: Partial<RolloutSequenceSpec> }>([
    {
      rule: 'a soak (D/MD-001, D/SK-004, D/TS-013, E/EX-003)',
      spec: { stages: [testing, staging, { ...west, soakDuration: '4h' }, europe, east] },
    },
    {
      rule: 'the soak of an empty stage, which soaks (E/RS-016)',
      before: { stages: [empty, ...bankStages] },
      spec: { stages: [{ ...empty, soakDuration: '1h' }, ...bankStages] },
    },
    {
      rule: 'concurrency (E/RS-008)',
      spec: { stages: [{ ...testing, maxConcurrency: 1 }, staging, west, europe, east] },
    },
    { rule: 'the limit (E/RS-014)', spec: { maxUpgradeTime: '240h' } },
    { rule: 'onTimeout (E/RS-015)', spec: { onTimeout: 'Pause' } },
    { rule: 'failurePolicy (E/RS-018)', spec: { failurePolicy: { maxFailedClusters: 1 } } },
    { rule: 'emptyStages (E/RS-016)', spec: { emptyStages: 'Skip' } },
    { rule: 'suspend (E/RS-017)', spec: { suspend: true } },
    {
      rule: 'a soak beside a rename',
      spec: { stages: [{ ...testing, name: 'dev', soakDuration: '1h' }, staging, west, europe, east] },
    },
  ])('$rule: Live, cancels nothing (E/MO-001)', ({ spec, before }) => {
    expect(edit(spec, { before })).toMatchObject({ class: 'Live', cancels: [], moved: [] });
  });

  it.each<{
    rule: string;
    spec: Partial<RolloutSequenceSpec>;
    kept: number;
    moved: string[];
    reordered?: string[];
  }>([
    {
      rule: 'a selector that takes another cluster (D/TS-014)',
      spec: {
        stages: [
          testing,
          staging,
          { ...west, clusterSelector: labelled({ 'prod-region': 'none' }) },
          europe,
          east,
        ],
      },
      kept: 2,
      moved: ['prod-west'],
    },
    {
      rule: 'another order',
      spec: { stages: [testing, staging, europe, west, east] },
      kept: 2,
      moved: [],
      reordered: ['europe-west1', 'us-west1'],
    },
    {
      rule: 'a stage removed',
      spec: { stages: [testing, staging, west, east] },
      kept: 3,
      moved: ['prod-europe'],
    },
    {
      rule: 'a stage with clusters added at the end',
      spec: { stages: [...bankStages, aStage('lab', { fleets: ['lab'] })] },
      kept: 5,
      moved: ['lab-1'],
    },
    {
      rule: 'the last stages removed',
      spec: { stages: [testing, staging] },
      kept: 2,
      moved: ['prod-east-1', 'prod-east-2', 'prod-europe', 'prod-west'],
    },
    {
      rule: 'clusters ignored',
      spec: { ignoredClustersSelector: labelled({ 'prod-region': 'us-west1' }) },
      kept: 2,
      moved: ['prod-west'],
    },
    {
      rule: 'the first stage is another',
      spec: { stages: [{ ...testing, fleets: ['lab'] }, staging, west, europe, east] },
      kept: 0,
      moved: ['lab-1', 'test-1'],
    },
  ])(
    '$rule: Participants, cancels all and keeps $kept stages qualified (D/MD-003, D/MD-010…013, E/MO-004)',
    ({ spec, kept, moved, reordered = [] }) => {
      const result = edit(spec, { clusters: [...bankClusters, aMember('lab-1', 'lab')] });
      expect(result).toMatchObject({
        class: 'Participants',
        cancels: ['bank-cp-1-30-14', 'bank-np-1-30-14'],
      });
      expect(result.kept).toEqual(identity.slice(0, kept));
      expect(result.moved.map(({ cluster }) => cluster)).toEqual(moved);
      expect(result.reordered).toEqual(reordered);
    },
  );

  it('is Participants even where a soak changes, too', () => {
    expect(edit({ suspend: true, stages: [staging, testing, west, europe, east] }).class).toBe(
      'Participants',
    );
  });

  it('maps the stages that go on, past empty ones (E/MO-003)', () => {
    expect(edit({ stages: [empty, testing, staging, west, europe, east] }).kept).toEqual(
      identity.map(({ before, after }) => ({ before, after: after + 1 })),
    );
  });

  it('names fields and moved clusters with their stages (E/MO-006)', () => {
    const result = edit(
      { displayName: 'Bank', stages: [testing, staging, europe, east] },
      {
        clusters: [
          aMember('t', 'testing'),
          aMember('s', 'staging'),
          aMember('w', 'production', { 'prod-region': 'us-west1' }),
          aMember('e', 'production'),
        ],
      },
    );
    expect(result).toMatchObject({
      class: 'Participants',
      fields: ['displayName', 'stages'],
      moved: [{ cluster: 'w', from: 'us-west1', to: 'us-east1' }],
    });
    expect(edit({ stages: [testing, staging] }).moved).toContainEqual({
      cluster: 'prod-west',
      from: 'us-west1',
    });
  });

  it('hashes the list of cluster sets without empty ones (E/RS-036)', () => {
    const hashOf = (spec: Partial<RolloutSequenceSpec>) =>
      assignmentHash(assignmentOf(aSequence(spec), bankClusters));
    expect(hashOf({ stages: [empty, { ...testing, name: 'dev' }, staging, west, europe, east] })).toBe(
      hashOf({}),
    );
    expect(hashOf({ stages: [staging, testing, west, europe, east] })).not.toBe(hashOf({}));
  });

  it('names the fields that differ, and no others', () => {
    expect(edit({ suspend: true }, { before: { channel: 'Regular' } }).fields).toEqual(['suspend']);
  });
});
