import { instant, type StagePhase } from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseAssigner } from './assignClusters';
import { addCatchAlls } from './catchAll';
import { findFleetConflicts, validateFleets, type FleetClaim } from './fleetOwners';
import { reassign, type RolloutMembership } from './reassign';
import {
  aMember,
  aSequence,
  aStage,
  assignmentOf,
  bankClusters,
  bankStages,
  labelled,
} from './sequence.testing';
import { validateSequence } from './validateSequence';

const canary = labelled({ canary: 'true' });

describe('assignment of clusters (D §3)', () => {
  const clustersOf = (spec = aSequence(), clusters = bankClusters) => {
    const { stages, ignored, unhandled } = assignmentOf(spec, clusters);
    return { stages: stages.map(stage => stage.clusters.join()), ignored, unhandled };
  };

  it('puts unlabelled clusters of the bank into the last stage (D/TS-001, SG-001, SG-004)', () => {
    expect(clustersOf()).toEqual({
      stages: ['test-1', 'stage-1', 'prod-west', 'prod-europe', 'prod-east-1,prod-east-2'],
      ignored: [],
      unhandled: ['lab'],
    });
  });

  it('takes the first stage of several that match (D/TS-006, SG-001)', () => {
    const spec = aSequence({
      stages: [
        aStage('a', { fleets: ['prod'], clusterSelector: canary }),
        aStage('b', { fleets: ['prod'], clusterSelector: labelled({ tier: '1' }) }),
        aStage('c', { fleets: ['prod'] }),
      ],
    });
    const both = aMember('both', 'prod', { canary: 'true', tier: '1' });
    expect(clustersOf(spec, [both, aMember('one', 'prod', { tier: '1' })]).stages).toEqual([
      'both',
      'one',
      '',
    ]);
  });

  it('leaves ignored clusters out of every stage (D/SG-003)', () => {
    expect(
      clustersOf(aSequence({ ignoredClustersSelector: labelled({ 'prod-region': 'us-west1' }) })),
    ).toMatchObject({
      stages: ['test-1', 'stage-1', '', 'prod-europe', 'prod-east-1,prod-east-2'],
      ignored: ['prod-west'],
    });
  });

  it('does not handle clusters of other fleets, ignored or not (D/SG-004)', () => {
    const spec = aSequence({ ignoredClustersSelector: canary });
    expect(clustersOf(spec, [aMember('x', 'dev', { canary: 'true' })])).toMatchObject({
      ignored: [],
      unhandled: ['x'],
    });
  });

  it('takes several fleets in one stage, and interleaves fleets (D/LM-004, D/RS-040, E/RS-005)', () => {
    const spec = aSequence({
      stages: [
        aStage('dev', { fleets: ['dev', 'lab'] }),
        aStage('prod-canary', { fleets: ['prod'], clusterSelector: canary }),
        aStage('staging'),
        aStage('prod-others', { fleets: ['prod'] }),
      ],
    });
    const clusters = [
      aMember('d', 'dev'),
      aMember('l', 'lab'),
      aMember('s', 'staging'),
      aMember('p', 'prod'),
      aMember('c', 'prod', { canary: 'true' }),
    ];
    expect(clustersOf(spec, clusters).stages).toEqual(['d,l', 'c', 's', 'p']);
  });

  it('names the selector that does not compile (D/RS-039)', () => {
    const stages = [aStage('a', { clusterSelector: labelled({ 'a b': 'c' }) })];
    expect(parseAssigner({ stages })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^spec.stages\[0\].clusterSelector: "a b" is not a label key/),
    });
    expect(parseAssigner({ stages: [], ignoredClustersSelector: labelled({ a: 'b c' }) })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^spec.ignoredClustersSelector: /),
    });
  });
});

describe('validateSequence (D §2.2, E §2.2)', () => {
  const [testing, , west, europe, east] = bankStages;

  it.each([
    { rule: 'the bank (D/TS-001, E/EX-001)', spec: aSequence(), found: [] },
    {
      rule: 'without the catch-all (D/TS-002, D/RS-034, E/RV-003)',
      spec: aSequence({ stages: [testing, west, europe] }),
      found: ['CATCH_ALL_MISSING spec.stages[2]'],
    },
    {
      rule: 'the catch-all first (D/TS-003, D/RS-035, E/RV-005)',
      spec: aSequence({ stages: [east, west, europe] }),
      found: ['STAGE_UNREACHABLE spec.stages[1]', 'STAGE_UNREACHABLE spec.stages[2]'],
    },
    {
      rule: 'two catch-alls (D/RS-036, E/RV-004)',
      spec: aSequence({ stages: [west, east, { ...east, name: 'more' }] }),
      found: ['CATCH_ALL_DUPLICATE spec.stages[2]'],
    },
    {
      rule: 'a catch-all for another fleet does not count',
      spec: aSequence({ stages: [west, testing] }),
      found: ['CATCH_ALL_MISSING spec.stages[0]'],
    },
    {
      rule: 'no stage (D/RS-030, E/RV-001)',
      spec: aSequence({ stages: [] }),
      found: ['STAGES_REQUIRED spec.stages'],
    },
    {
      rule: 'names twice (E/RV-001)',
      spec: aSequence({ stages: [testing, aStage('testing', { fleets: ['other'] })] }),
      found: ['STAGE_NAME_DUPLICATE spec.stages[1].name'],
    },
    {
      rule: 'no fleet (E/RS-005)',
      spec: aSequence({ stages: [aStage('a', { fleets: [] })] }),
      found: ['FLEETS_REQUIRED spec.stages[0].fleets'],
    },
    {
      rule: '31 days (D/TS-005, D/RS-038, E/RV-006)',
      spec: aSequence({ stages: [aStage('a', { soakDuration: '744h' })] }),
      found: ['SOAK_OUT_OF_RANGE spec.stages[0].soakDuration'],
    },
    {
      rule: '30 days (D/TS-005)',
      spec: aSequence({ stages: [aStage('a', { soakDuration: '720h' })] }),
      found: [],
    },
    {
      rule: 'a second more',
      spec: aSequence({ stages: [aStage('a', { soakDuration: '720h1s' })] }),
      found: ['SOAK_OUT_OF_RANGE spec.stages[0].soakDuration'],
    },
    {
      rule: 'days (E/KD-013)',
      spec: aSequence({ stages: [aStage('a', { soakDuration: '3d' })] }),
      found: ['SOAK_OUT_OF_RANGE spec.stages[0].soakDuration'],
    },
    {
      rule: 'below zero',
      spec: aSequence({ stages: [aStage('a', { soakDuration: '-1h' })] }),
      found: ['SOAK_OUT_OF_RANGE spec.stages[0].soakDuration'],
    },
    {
      rule: 'concurrency (E/RS-008)',
      spec: aSequence({
        stages: [
          aStage('a', { maxConcurrency: 0 }),
          aStage('b', { maxConcurrency: '101%' }),
          aStage('c', { maxConcurrency: '10%' }),
        ],
      }),
      found: [
        'CONCURRENCY_OUT_OF_RANGE spec.stages[0].maxConcurrency',
        'CONCURRENCY_OUT_OF_RANGE spec.stages[1].maxConcurrency',
      ],
    },
    ...[0, -1, '0%', '101%', 'few', ''].map(maxFailedClusters => ({
      rule: `"${maxFailedClusters}" failed clusters (E/RS-018)`,
      spec: aSequence({ failurePolicy: { maxFailedClusters } }),
      found: ['FAILURE_LIMIT_OUT_OF_RANGE spec.failurePolicy.maxFailedClusters'],
    })),
    ...[1, '1%', '100%'].map(maxFailedClusters => ({
      rule: `${maxFailedClusters} failed clusters are a limit (E/RS-018)`,
      spec: aSequence({ failurePolicy: { maxFailedClusters } }),
      found: [],
    })),
    {
      rule: 'an empty selector (E/KD-014)',
      spec: aSequence({ stages: [aStage('a', { clusterSelector: {} }), { ...testing, fleets: ['a'] }] }),
      found: ['SELECTOR_INVALID spec.stages[0].clusterSelector'],
    },
    {
      rule: 'a selector that does not compile (D/RS-039)',
      spec: aSequence({ ignoredClustersSelector: labelled({ 'a b': '1' }) }),
      found: ['SELECTOR_INVALID spec.ignoredClustersSelector'],
    },
    {
      rule: 'the limit (E/RS-014)',
      spec: aSequence({ maxUpgradeTime: '30d' }),
      found: ['DURATION_INVALID spec.maxUpgradeTime'],
    },
    {
      rule: 'the target (E/RS-013)',
      spec: aSequence({ target: { version: '1.30' } }),
      found: ['VERSION_INCOMPLETE spec.target.version'],
    },
    {
      rule: 'several at once',
      spec: aSequence({ stages: [west, aStage('b', { soakDuration: '1d' })], target: { version: 'x' } }),
      found: [
        'SOAK_OUT_OF_RANGE spec.stages[1].soakDuration',
        'CATCH_ALL_MISSING spec.stages[0]',
        'VERSION_INCOMPLETE spec.target.version',
      ],
    },
  ])('$rule', ({ spec, found }) => {
    expect(validateSequence(spec).map(({ code, path }) => `${code} ${path}`)).toEqual(found);
  });

  it.each([
    {
      code: 'CATCH_ALL_MISSING',
      stages: [west],
      message: /add a stage for the fleet without clusterSelector behind this one/,
    },
    {
      code: 'CATCH_ALL_DUPLICATE',
      stages: [east, { ...east, name: 'more' }],
      message: /"us-east1" already takes all clusters of fleet "production"; remove "more", or/,
    },
    { code: 'STAGE_UNREACHABLE', stages: [east, west], message: /move "us-east1" behind it/ },
    {
      code: 'SOAK_OUT_OF_RANGE',
      stages: [aStage('a', { soakDuration: '31h31' })],
      message: /from 0s to 720h \(30 days\), such as 72h/,
    },
  ])('$code names the fix', ({ stages, message }) => {
    expect(validateSequence(aSequence({ stages }))[0].message).toMatch(message);
  });
});

describe('generated catch-all (D/LM-002, E/UI-006)', () => {
  const [testing, , west, europe, east] = bankStages;

  it.each([
    {
      rule: 'behind the last stage of its fleet',
      stages: [testing, west, europe, aStage('staging')],
      names: ['testing', 'us-west1', 'europe-west1', 'production-others', 'staging'],
    },
    { rule: 'none where there is one', stages: bankStages, names: bankStages.map(({ name }) => name) },
    {
      rule: 'one for each fleet, with free names',
      stages: [aStage('a-others', { fleets: ['a', 'b'], clusterSelector: canary })],
      names: ['a-others', 'a-others-2', 'b-others'],
    },
    {
      rule: 'names of at most 63 characters',
      stages: [aStage('x', { fleets: ['f'.repeat(63)], clusterSelector: canary })],
      names: ['x', `${'f'.repeat(56)}-others`],
    },
  ])('$rule', ({ stages, names }) => {
    const added = addCatchAlls(stages);
    expect(added.map(({ name }) => name)).toEqual(names);
    expect(validateSequence(aSequence({ stages: added }))).toEqual([]);
  });

  it('leaves a wrong order to the person', () => {
    expect(addCatchAlls([east, west])).toEqual([east, west]);
  });
});

describe('fleets of several sequences (D/RS-033, D/TS-004, E/RV-011)', () => {
  const claim = (name: string, createdAt: number, ...fleets: string[]): FleetClaim => ({
    name,
    createdAt: instant(createdAt),
    stages: [aStage('only', { fleets })],
  });

  it.each([
    {
      rule: 'the older one keeps the fleet',
      others: [claim('old', 1, 'a')],
      found: [{ fleet: 'a', owner: 'old' }],
    },
    { rule: 'a younger one does not take it', others: [claim('young', 9, 'a')], found: [] },
    {
      rule: 'of the same second, by name',
      others: [claim('a', 5, 'a'), claim('z', 5, 'b')],
      found: [{ fleet: 'a', owner: 'a' }],
    },
    {
      rule: 'the oldest of several',
      others: [claim('second', 2, 'b'), claim('first', 1, 'b')],
      found: [{ fleet: 'b', owner: 'first' }],
    },
    { rule: 'itself does not count', others: [claim('mine', 5, 'a')], found: [] },
    { rule: 'other fleets', others: [claim('old', 1, 'c')], found: [] },
  ])('$rule', ({ others, found }) => {
    expect(findFleetConflicts(claim('mine', 5, 'a', 'b'), others)).toEqual(found);
  });

  it('are issues with the field and the fix, beside fleets without clusters', () => {
    const issues = validateFleets(claim('mine', 5, 'a', 'b'), [claim('old', 1, 'b')], [aMember('x', 'b')]);
    expect(issues).toEqual([
      {
        code: 'FLEET_IN_OTHER_SEQUENCE',
        severity: 'Error',
        path: 'spec.stages[0].fleets[1]',
        message: 'Fleet "b" is in sequence "old"; remove it there or here',
      },
      {
        code: 'FLEET_NOT_FOUND',
        severity: 'Warning',
        path: 'spec.stages[0].fleets[0]',
        message:
          'No cluster is in fleet "a"; label clusters with fleetstage.io/fleet: a, or correct the name',
      },
    ]);
  });
});

describe('clusters of a rollout that is under way', () => {
  const stages = [
    aStage('a', { fleets: ['f'], clusterSelector: labelled({ in: 'a' }) }),
    aStage('b', { fleets: ['f'] }),
  ];
  const member = (stage: number, standing: RolloutMembership['standing'] = 'Member') => ({
    cluster: 'x',
    stage,
    standing,
  });

  it.each<{
    rule: string;
    kept?: RolloutMembership;
    now?: 'a' | 'b' | 'elsewhere' | 'ignored';
    phases: StagePhase[];
    is: RolloutMembership | undefined;
  }>([
    { rule: 'begins (D/SG-005)', now: 'b', phases: ['Pending', 'Pending'], is: member(2) },
    {
      rule: 'joins a stage that soaks (D/SG-006, D/ST-111)',
      now: 'a',
      phases: ['Soaking', 'Pending'],
      is: member(1),
    },
    {
      rule: 'joins behind its stage (D/SG-006)',
      now: 'a',
      phases: ['Completed', 'Running'],
      is: member(1, 'Late'),
    },
    {
      rule: 'stays late',
      kept: member(1, 'Late'),
      now: 'b',
      phases: ['Completed', 'Pending'],
      is: member(1, 'Late'),
    },
    {
      rule: 'leaves (D/SG-007)',
      kept: member(2),
      now: 'elsewhere',
      phases: ['Running', 'Pending'],
      is: member(2, 'LeftFleet'),
    },
    {
      rule: 'is deleted (D/SG-007)',
      kept: member(2),
      phases: ['Running', 'Pending'],
      is: member(2, 'ClusterDeleted'),
    },
    {
      rule: 'comes back',
      kept: member(2, 'LeftFleet'),
      now: 'b',
      phases: ['Running', 'Pending'],
      is: member(2),
    },
    {
      rule: 'comes back under its old name',
      kept: member(2, 'ClusterDeleted'),
      now: 'b',
      phases: ['Running', 'Pending'],
      is: member(2),
    },
    {
      rule: 'comes back too late',
      kept: member(1, 'LeftFleet'),
      now: 'a',
      phases: ['Completed', 'Pending'],
      is: member(1, 'Late'),
    },
    {
      rule: 'is ignored now (D/SG-003)',
      kept: member(2),
      now: 'ignored',
      phases: ['Running', 'Pending'],
      is: undefined,
    },
    {
      rule: 'is relabelled between pending stages (D/SG-008)',
      kept: member(2),
      now: 'a',
      phases: ['Pending', 'Pending'],
      is: member(1),
    },
    {
      rule: 'is relabelled, its stage runs (D/SG-008)',
      kept: member(1),
      now: 'b',
      phases: ['Running', 'Pending'],
      is: member(1),
    },
    {
      rule: 'is relabelled into a stage that runs (D/SG-008)',
      kept: member(2),
      now: 'a',
      phases: ['Running', 'Pending'],
      is: member(2),
    },
  ])('$rule', ({ kept, now, phases, is }) => {
    const x = aMember('x', now === 'elsewhere' ? 'g' : 'f', { in: now ?? '' });
    const clusters = now === undefined ? [] : [x];
    const today = assignmentOf({ stages, ignoredClustersSelector: labelled({ in: 'ignored' }) }, clusters);
    const memberships = reassign({
      kept: kept ? [kept] : [],
      today,
      existing: new Set(clusters.map(c => c.name)),
      phases,
    });
    expect(memberships).toEqual(is === undefined ? [] : [is]);
  });

  it('lists clusters by name, whoever was there first', () => {
    const today = assignmentOf({ stages }, [aMember('a', 'f'), aMember('z', 'f')]);
    const kept: RolloutMembership[] = [{ cluster: 'm', stage: 2, standing: 'Member' }];
    const memberships = reassign({ kept, today, existing: new Set(['a', 'm', 'z']), phases: [] });
    expect(memberships.map(({ cluster, standing }) => `${cluster} ${standing}`)).toEqual([
      'a Member',
      'm LeftFleet',
      'z Member',
    ]);
  });
});
