import { POLICY_ACCEPTED_REASONS } from '../api/maintenancePolicy';
import { MEMBER_KNOWN_REASONS } from '../api/memberVersion';
import { SEQUENCE_DEGRADED_REASONS, SEQUENCE_READY_REASONS } from '../api/rolloutSequence';
import { CATALOG_READY_REASONS } from '../api/versionCatalog';
import {
  CANCELLED_REASONS,
  PAUSED_REASONS,
  ROLLOUT_ACCEPTED_REASONS,
  ROLLOUT_PROGRESSING_REASONS,
  ROLLOUT_REASONS,
  ROLLOUT_SUCCEEDED_REASONS,
  TARGET_REASONS,
  TARGET_STATES,
} from '../api/versionRolloutStates';
import { isOurs } from './condition';
import { sequenceConditions } from './sequenceConditions';

const { RolloutSequence, Rollout, VersionCatalog, MaintenancePolicy, MemberVersion } = sequenceConditions;

describe('conditions of version sequences', () => {
  it.each([
    { rule: 'E/RC-001', type: RolloutSequence.Ready, list: SEQUENCE_READY_REASONS },
    { rule: 'E/RC-002', type: RolloutSequence.Degraded, list: SEQUENCE_DEGRADED_REASONS },
    { rule: 'E/VC-006', type: VersionCatalog.Ready, list: CATALOG_READY_REASONS },
    { rule: 'E/CO-001', type: Rollout.Accepted, list: ROLLOUT_ACCEPTED_REASONS },
    { rule: 'E/CO-002', type: Rollout.Progressing, list: ROLLOUT_PROGRESSING_REASONS },
    { rule: 'E/CO-003', type: Rollout.Succeeded, list: ROLLOUT_SUCCEEDED_REASONS },
    { rule: 'E/MP-009', type: MaintenancePolicy.Accepted, list: POLICY_ACCEPTED_REASONS },
    { rule: 'E/KD-005', type: MemberVersion.Known, list: MEMBER_KNOWN_REASONS },
  ])('$rule have each reason of the closed list with one status', ({ type, list }) => {
    expect(Object.values<readonly string[]>(type).flat().sort()).toEqual([...list].sort());
  });

  it.each(['Ready', 'Degraded', 'Accepted', 'Known'])('leave a foreign %s on other objects alone', type => {
    expect(isOurs(type)).toBe(false);
  });

  it('E/ST-002 a rollout has the reasons of being paused and of being cancelled', () => {
    expect(ROLLOUT_REASONS).toEqual([...PAUSED_REASONS, ...CANCELLED_REASONS]);
  });

  it('E/TR-001…008 every state of a target has reasons, and no reason is of two states', () => {
    expect(Object.keys(TARGET_REASONS)).toEqual(TARGET_STATES);
    const all = Object.values<readonly string[]>(TARGET_REASONS).flat();
    expect(all.filter((reason, i) => all.indexOf(reason) !== i)).toEqual([]);
  });
});
