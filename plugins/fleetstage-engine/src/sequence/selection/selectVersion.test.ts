import type { UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPool, aRolloutTo, aTarget } from '../eligibility/eligibility.testing';
import { judgeTargets } from '../eligibility/judgedTarget';
import type { TargetFacts } from '../eligibility/targetFacts';
import { at } from '../maintenance/maintenance.testing';
import { formatVersion } from '../versions/version';
import { aVersion } from '../versions/version.testing';
import { selectVersion, type StageBound, type StageCandidate, type StageSelection } from './selectVersion';

const NOW = at('2026-06-01T00:00:00Z');

const aCandidate = (
  version: string,
  targets: readonly TargetFacts[],
  upgradeType: UpgradeType = 'ControlPlane',
): StageCandidate => ({
  rollout: `r-${version}`,
  version: aVersion(version),
  isPaused: false,
  targets: judgeTargets(targets, aRolloutTo(version, { upgradeType }), NOW),
});

const controlPlanes = (...versions: string[]) =>
  versions.map((version, i) => aTarget(version, { cluster: `c${i + 1}`, stage: 'Waiting' }));
/** `1.30.4@1.31.2`: nodes on 1.30.4 below a control plane on 1.31.2. */
const pools = (...versions: string[]) =>
  versions.map((text, i) => {
    const [nodes, controlPlane] = text.split('@');
    return aPool(nodes, controlPlane, { cluster: `c${i + 1}`, stage: 'Waiting' });
  });

const shown = (selection: StageSelection) =>
  selection.kind === 'Wait'
    ? 'Wait'
    : [
        selection.kind,
        formatVersion(selection.version),
        ...selection.supersedes.map(name => `−${name.slice(2)}`),
      ].join(' ');

interface Row {
  id: string;
  qualified: string[];
  on: string[];
  bound?: StageBound;
  chosen: string;
}

describe('control planes (D §9)', () => {
  it.each<Row>([
    { id: 'D/VS-101', qualified: ['1.30.14', '1.31.2'], on: ['1.30.9'], chosen: 'Enter 1.31.2 −1.30.14' },
    {
      id: 'D/VS-102, D/TS-011, D/RO-043, RO-048',
      qualified: ['1.31.2', '1.32.1'],
      on: ['1.30.9'],
      chosen: 'Enter 1.31.2',
    },
    {
      id: 'D/VS-103, D/TS-010, D/RO-042, RO-045',
      qualified: ['1.31.2', '1.31.5'],
      on: ['1.31.0'],
      chosen: 'Enter 1.31.5 −1.31.2',
    },
    {
      id: 'D/VS-104, D/EL-018',
      qualified: ['1.31.2', '1.31.5'],
      on: ['1.31.5'],
      chosen: 'Pass 1.31.5 −1.31.2',
    },
    { id: 'D/VS-105', qualified: ['1.31.2'], on: ['1.32.0'], chosen: 'Pass 1.31.2' },
    { id: 'D/VS-106, D/RO-046', qualified: ['1.32.1'], on: ['1.30.9', '1.31.4'], chosen: 'Wait' },
    {
      id: 'D/VS-106, perClusterBound',
      qualified: ['1.32.1'],
      on: ['1.30.9', '1.31.4'],
      bound: 'Cluster',
      chosen: 'Enter 1.32.1',
    },
    { id: 'D/RO-048, nothing older', qualified: ['1.32.1', '1.33.0'], on: ['1.30.9'], chosen: 'Wait' },
    {
      id: 'D/RO-048, whatever the bound',
      qualified: ['1.32.1'],
      on: ['1.30.9'],
      bound: 'Cluster',
      chosen: 'Wait',
    },
    {
      id: 'D/RO-046, those that are skipped do not count',
      qualified: ['1.32.1'],
      on: ['1.31.4', '1.33.0'],
      chosen: 'Enter 1.32.1',
    },
    {
      id: 'D/RO-047',
      qualified: ['1.31.2', '1.31.3', '1.31.4', '1.31.5'],
      on: ['1.31.0'],
      chosen: 'Enter 1.31.5 −1.31.4 −1.31.3 −1.31.2',
    },
    {
      id: 'D/RO-045, with who gets it only',
      qualified: ['1.31.2', '1.32.1'],
      on: ['1.30.9', '1.31.4'],
      bound: 'Cluster',
      chosen: 'Enter 1.32.1',
    },
    {
      id: 'D/RO-045, of clusters that need it no more',
      qualified: ['1.29.5', '1.31.2'],
      on: ['1.29.5', '1.30.1'],
      bound: 'Cluster',
      chosen: 'Enter 1.31.2 −1.29.5',
    },
    { id: 'D §9, step 5', qualified: [], on: ['1.30.9'], chosen: 'Wait' },
    {
      id: 'D/EL-018, an empty stage',
      qualified: ['1.31.2', '1.31.5'],
      on: [],
      chosen: 'Pass 1.31.5 −1.31.2',
    },
    {
      id: 'D/RS-010',
      qualified: ['1.31.12-gke.1265000', '1.31.13-gke.1008000'],
      on: ['1.31.12-gke.900'],
      chosen: 'Enter 1.31.13-gke.1008000 −1.31.12-gke.1265000',
    },
  ])('$id: $qualified on $on: $chosen', ({ qualified, on, bound = 'Stage', chosen }) => {
    const candidates = qualified.map(version => aCandidate(version, controlPlanes(...on)));
    expect(shown(selectVersion(candidates, bound))).toBe(chosen);
  });
});

describe('nodes (D §9)', () => {
  it.each<Row>([
    { id: 'D/VS-101', qualified: ['1.30.14', '1.31.2'], on: ['1.30.4@1.30.9'], chosen: 'Wait' },
    { id: 'D/VS-102', qualified: ['1.31.2', '1.32.1'], on: ['1.30.9@1.30.9'], chosen: 'Wait' },
    { id: 'D/VS-103', qualified: ['1.31.2', '1.31.5'], on: ['1.31.0@1.31.0'], chosen: 'Wait' },
    {
      id: 'D/VS-104',
      qualified: ['1.31.2', '1.31.5'],
      on: ['1.31.0@1.31.5'],
      chosen: 'Enter 1.31.5 −1.31.2',
    },
    { id: 'D/VS-105', qualified: ['1.31.2'], on: ['1.30.4@1.32.0'], chosen: 'Enter 1.31.2' },
    { id: 'D/VS-105, nodes not older', qualified: ['1.31.2'], on: ['1.31.4@1.32.0'], chosen: 'Pass 1.31.2' },
    {
      id: 'D/RO-044, the lowest control plane',
      qualified: ['1.31.2', '1.31.5'],
      on: ['1.31.0@1.31.5', '1.31.0@1.31.2'],
      chosen: 'Enter 1.31.2',
    },
    {
      id: 'D/RO-044, perClusterBound',
      qualified: ['1.31.2', '1.31.5'],
      on: ['1.31.0@1.31.5', '1.31.0@1.31.2'],
      bound: 'Cluster',
      chosen: 'Enter 1.31.5',
    },
  ])('$id: $qualified on $on: $chosen', ({ qualified, on, bound = 'Stage', chosen }) => {
    const candidates = qualified.map(version => aCandidate(version, pools(...on), 'Node'));
    expect(shown(selectVersion(candidates, bound))).toBe(chosen);
  });

  it('waits for a control plane that is on its way (D/EL-005, D/RO-044)', () => {
    const targets = [aPool('1.30.4', '1.30.9', { controlPlaneComing: aVersion('1.31.2') })];
    expect(shown(selectVersion([aCandidate('1.31.2', targets, 'Node')], 'Stage'))).toBe('Wait');
  });
});

describe('what does not fit', () => {
  it('says why, with the clusters (D §9, step 5)', () => {
    const selection = selectVersion(
      [aCandidate('1.32.1', controlPlanes('1.30.9', '1.31.4', '1.29.1'))],
      'Stage',
    );
    expect(selection.refused).toEqual([
      expect.objectContaining({
        reason: 'Behind',
        clusters: ['c1', 'c3'],
        message: expect.stringMatching(
          /^1\.32\.1 waits for cluster c1: The control plane runs 1\.30\.9, .*upgrade it to 1\.31 or later by hand/,
        ),
      }),
    ]);
  });

  it('leaves out versions that no cluster is eligible for (D §9, step 2)', () => {
    const offered = controlPlanes('1.31.0');
    const refused = offered.map(facts => ({
      ...facts,
      check: { ok: false as const, reason: 'VersionNotAvailable' as const, message: 'no' },
    }));
    expect(
      shown(selectVersion([aCandidate('1.31.5', refused), aCandidate('1.31.2', offered)], 'Stage')),
    ).toBe('Enter 1.31.2');
  });

  it('does not let a paused rollout enter, nor end it (D/ST-101)', () => {
    const [newer, older] = ['1.31.5', '1.31.2'].map(version => aCandidate(version, controlPlanes('1.31.0')));
    const selection = selectVersion([{ ...newer, isPaused: true }, older], 'Stage');
    expect(shown(selection)).toBe('Enter 1.31.2');
    expect(selection.refused[0]).toMatchObject({ rollout: 'r-1.31.5', reason: 'RolloutPaused' });
    expect(shown(selectVersion([{ ...newer, isPaused: true }], 'Stage'))).toBe('Wait');
  });

  it('is not held back by a cluster that has opted out (D/EL-009, D/RO-046)', () => {
    const [behind, ready] = controlPlanes('1.29.1', '1.31.4');
    expect(
      shown(selectVersion([aCandidate('1.32.1', [{ ...behind, isOptedOut: true }, ready])], 'Stage')),
    ).toBe('Enter 1.32.1');
  });

  it('says of every version that does not enter why', () => {
    const versions = ['1.30.9', '1.31.2', '1.31.5', '1.32.1'];
    const candidates = versions.map(version => aCandidate(version, controlPlanes('1.30.9')));
    const { refused } = selectVersion(candidates, 'Stage');
    expect(
      refused.map(({ reason, clusters, message }) => `${reason} [${clusters}] ${message.slice(0, 45)}`),
    ).toEqual([
      'Behind [c1] 1.32.1 waits for cluster c1: The control plan',
      'NotHighest [] 1.31.2 waits: a higher version enters the sta',
      'NothingToRun [] 1.30.9 has no cluster to upgrade in this stag',
    ]);
    const [paused] = selectVersion([{ ...candidates[1], isPaused: true }], 'Stage').refused;
    expect(paused.message).toBe('1.31.2 waits: its rollout is paused; resume it to go on.');
  });

  it('keeps an older version for a node pool that the newer cannot serve', () => {
    const two = (version: string) => {
      const targets = ['blue', 'green'].map(nodePool => aPool('1.30.4', '1.31.5', { nodePool }));
      const refusedGreen = {
        ok: false as const,
        reason: 'VersionNotAvailable' as const,
        message: 'no image',
      };
      return aCandidate(
        version,
        version === '1.31.5' ? [targets[0], { ...targets[1], check: refusedGreen }] : targets,
        'Node',
      );
    };
    expect(shown(selectVersion([two('1.31.5'), two('1.31.2')], 'Stage'))).toBe('Enter 1.31.5');
  });
});
