import { LONG } from './objects.testing';
import type { Input, Refused, Update } from './rows.testing';
import {
  printedExamples,
  selecting,
  sequence,
  sequenceOf,
  sequenceStage,
  versionRollout,
} from './sequenceObjects.testing';

const TESTING = { name: 'testing', fleets: ['testing'] };
const CANARY = { name: 'canary', fleets: ['prod'], clusterSelector: { matchLabels: { canary: 'true' } } };
const MAIN = { name: 'main', fleets: ['prod'] };
const sequenceWith = (spec: object) => sequence({ stages: [TESTING], ...spec });

/** The bank without its last stage, which is the catch-all of the fleet production. */
function bankWithoutMain() {
  const bank = printedExamples().find(({ kind }) => kind === 'RolloutSequence')!;
  return { ...bank, spec: { ...bank.spec, stages: (bank.spec.stages as object[]).slice(0, -1) } };
}

const badStages: (Input & Refused)[] = [
  { name: 'no stages (E/RV-001)', object: sequenceOf(), says: /spec\.stages.*should have at least 1 item/ },
  { name: 'stages that are left out (E/RV-001)', object: sequence({}), says: /spec\.stages: Required/ },
  {
    name: '32 stages of a sequence (E/RS-003)',
    object: sequenceOf(...Array.from({ length: 32 }, (_, i) => ({ name: `s${i}`, fleets: [`f${i}`] }))),
    says: /spec\.stages.*must have at most 31 items/,
  },
  {
    name: 'two stages of one name in a sequence (E/RV-001, RS-004)',
    object: sequenceOf(TESTING, { ...TESTING, fleets: ['other'] }),
    says: /spec\.stages: .*: STAGE_NAME_DUPLICATE: .*rename/,
  },
  {
    name: 'a stage of a sequence without a name (E/RS-004)',
    object: sequenceStage({ name: undefined }),
    says: /spec\.stages\[0\]\.name: Required/,
  },
  ...['US-West', 'a.b', '-a', '', LONG].map(name => ({
    name: `a stage of a sequence that is called "${name}" (E/RS-004)`,
    object: sequenceStage({ name }),
    says: /spec\.stages\[0\]\.name.*(should match|may not be more than 63|Too long)/,
  })),
  {
    name: 'a stage without fleets (E/RS-005)',
    object: sequenceStage({ fleets: undefined }),
    says: /spec\.stages\[0\]\.fleets: Required/,
  },
  {
    name: 'a stage with an empty list of fleets (E/RS-005)',
    object: sequenceStage({ fleets: [] }),
    says: /spec\.stages\[0\]\.fleets.*should have at least 1 item/,
  },
  {
    name: 'a stage of 11 fleets (E/RS-005)',
    object: sequenceStage({ fleets: Array.from({ length: 11 }, (_, i) => `f${i}`) }),
    says: /spec\.stages\[0\]\.fleets.*must have at most 10 items/,
  },
  {
    name: 'a fleet twice in a stage (E/RS-005)',
    object: sequenceStage({ fleets: ['a', 'a'] }),
    says: /spec\.stages\[0\]\.fleets\[1\]: Duplicate value/,
  },
  {
    name: 'a fleet that no label value can name so (E/RS-005)',
    object: sequenceStage({ fleets: ['Prod'] }),
    says: /spec\.stages\[0\]\.fleets\[0\].*should match/,
  },
  {
    name: 'the bank without its last stage (E/EX-001, RV-003)',
    object: bankWithoutMain(),
    says: /is invalid: spec\.stages: [^\n]*: CATCH_ALL_MISSING: (?!.*(DUPLICATE|UNREACHABLE)).*add that stage/,
  },
  {
    name: 'a catch-all of one of two fleets only (E/RV-003)',
    object: sequenceOf({ ...CANARY, fleets: ['prod', 'edge'] }, MAIN),
    says: /: CATCH_ALL_MISSING: /,
  },
  {
    name: 'two catch-alls of a fleet (E/RV-004)',
    object: sequenceOf(TESTING, { name: 'again', fleets: ['testing'] }),
    says: /spec\.stages: .*: CATCH_ALL_DUPLICATE: .*(add a selector|take the fleet out)/,
  },
  {
    name: 'two catch-alls of a fleet among others (E/RV-004)',
    object: sequenceOf({ ...MAIN, fleets: ['prod', 'edge'] }, { name: 'rest', fleets: ['far', 'edge'] }),
    says: /: CATCH_ALL_DUPLICATE: /,
  },
  {
    name: 'a stage after the catch-all of its fleet (E/RV-005)',
    object: sequenceOf(MAIN, CANARY),
    says: /spec\.stages: .*: STAGE_UNREACHABLE: .*move it to the end/,
  },
  ...['720h1s', '721h', '99999999s'].map(soakDuration => ({
    name: `a soak of ${soakDuration} (E/RV-006)`,
    object: sequenceStage({ soakDuration }),
    says: /spec\.stages\[0\]\.soakDuration: .*: SOAK_OUT_OF_RANGE: .*lower it/,
  })),
  ...['3d', '72', '-1h', '1h 30m', '.5h', ''].map(soakDuration => ({
    name: `a soak of "${soakDuration}" (E/KD-013)`,
    object: sequenceStage({ soakDuration }),
    says: /spec\.stages\[0\]\.soakDuration.*should match/,
  })),
  {
    name: 'a duration of 21 characters (E/KD-013)',
    object: sequenceWith({ maxUpgradeTime: '00000000000000000001h' }),
    says: /spec\.maxUpgradeTime.*(may not be more than 20|Too long)/,
  },
  ...[0, -1].map(maxConcurrency => ({
    name: `maxConcurrency ${maxConcurrency} of a sequence (E/RS-008)`,
    object: sequenceStage({ maxConcurrency }),
    says: /maxConcurrency must be at least 1.*raise it/,
  })),
  {
    name: 'a maxConcurrency of a sequence that is never read (E/RS-008)',
    object: sequenceStage({ maxConcurrency: 1_000_000_000 }),
    says: /maxConcurrency must be at most 999999999.*lower it/,
  },
  ...['0%', '101%', '5', '1.5%'].map(maxConcurrency => ({
    name: `maxConcurrency "${maxConcurrency}" of a sequence (E/RS-008)`,
    object: sequenceStage({ maxConcurrency }),
    says: /maxConcurrency.*should match/,
  })),
  ...[0, -1].map(maxFailedClusters => ({
    name: `maxFailedClusters ${maxFailedClusters} (E/RS-018)`,
    object: sequenceWith({ failurePolicy: { maxFailedClusters } }),
    says: /maxFailedClusters must be at least 1.*raise it/,
  })),
  {
    name: 'maxFailedClusters that is never read (E/RS-018)',
    object: sequenceWith({ failurePolicy: { maxFailedClusters: 1_000_000_000 } }),
    says: /maxFailedClusters must be at most 999999999.*lower it/,
  },
  ...['0%', '101%', '5'].map(maxFailedClusters => ({
    name: `maxFailedClusters "${maxFailedClusters}" (E/RS-018)`,
    object: sequenceWith({ failurePolicy: { maxFailedClusters } }),
    says: /maxFailedClusters.*should match/,
  })),
  {
    name: 'a failurePolicy without maxFailedClusters (E/RS-018)',
    object: sequenceWith({ failurePolicy: {} }),
    says: /spec\.failurePolicy\.maxFailedClusters.*[Rr]equired/,
  },
];

const badSelectors: (Input & Refused)[] = [
  ...[{}, { matchLabels: {} }, { matchExpressions: [] }].map(selector => ({
    name: `the selector ${JSON.stringify(selector)} of a stage (E/KD-014)`,
    object: selecting(selector),
    says: /spec\.stages\[0\]\.clusterSelector: .*: SELECTOR_INVALID: an empty selector.*leave the selector out/,
  })),
  {
    name: 'an empty ignoredClustersSelector (E/KD-014, RS-009)',
    object: sequenceWith({ ignoredClustersSelector: {} }),
    says: /spec\.ignoredClustersSelector: .*: SELECTOR_INVALID: an empty selector/,
  },
  ...[
    { operator: 'In' },
    { operator: 'NotIn', values: [] },
    { operator: 'Exists', values: ['a'] },
    { operator: 'DoesNotExist', values: ['a'] },
  ].map(requirement => ({
    name: `the expression ${JSON.stringify(requirement)} of a stage (E/KD-014)`,
    object: selecting({ matchExpressions: [{ key: 'region', ...requirement }] }),
    says: /clusterSelector\.matchExpressions\[0\]: .*: SELECTOR_INVALID: operators In and NotIn.*add or remove/,
  })),
  {
    name: '21 labels of a selector of a stage (E/KD-014)',
    object: selecting({
      matchLabels: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`l${i}`, 'x'])),
    }),
    says: /clusterSelector\.matchLabels.*must have at most 20 items/,
  },
  {
    name: '21 expressions of a selector of a stage (E/KD-014)',
    object: selecting({
      matchExpressions: Array.from({ length: 21 }, (_, i) => ({ key: `l${i}`, operator: 'Exists' })),
    }),
    says: /clusterSelector\.matchExpressions.*must have at most 20 items/,
  },
  {
    name: '51 values of an expression of a stage (E/KD-014)',
    object: selecting({
      matchExpressions: [
        { key: 'region', operator: 'In', values: Array.from({ length: 51 }, (_, i) => `v${i}`) },
      ],
    }),
    says: /matchExpressions\[0\]\.values.*must have at most 50 items/,
  },
  {
    name: 'a label key of a stage that no label can have (E/KD-014)',
    object: selecting({ matchLabels: { 'the region': 'eu' } }),
    says: /clusterSelector\.matchLabels.*matchLabels must have label keys/,
  },
];

const badSequenceFields: (Input & Refused)[] = [
  {
    name: 'a sequence with a name of 41 characters (E/RS-001)',
    object: sequence({ stages: [TESTING] }, 'a'.repeat(41)),
    says: /metadata\.name must have at most 40 characters.*shorter/,
  },
  {
    name: 'a displayName of 64 characters (E/RS-001)',
    object: sequenceWith({ displayName: LONG }),
    says: /spec\.displayName.*(may not be more than 63|Too long)/,
  },
  {
    name: 'an unknown upgrade type (E/RS-010)',
    object: sequenceWith({ upgradeTypes: ['CONTROL_PLANE_MINOR'] }),
    says: /spec\.upgradeTypes\[0\]: Unsupported value/,
  },
  {
    name: 'an upgrade type twice (E/RS-010)',
    object: sequenceWith({ upgradeTypes: ['NodeMinor', 'NodeMinor'] }),
    says: /spec\.upgradeTypes\[1\]: Duplicate value/,
  },
  ...['1.30', '1.30.x', '01.30.0', 'latest', '1.30.14 ', 'V1.30.14'].map(version => ({
    name: `the version "${version}" (E/KD-013, RS-013)`,
    object: sequenceWith({ target: { version } }),
    says: /spec\.target\.version.*should match/,
  })),
  {
    name: 'a version of 65 characters (E/KD-013)',
    object: sequenceWith({ target: { version: `1.30.14-${'a'.repeat(57)}` } }),
    says: /spec\.target\.version.*(may not be more than 64|Too long)/,
  },
  {
    name: 'a target without a version (E/RS-013)',
    object: sequenceWith({ target: { force: true } }),
    says: /spec\.target\.version: Required/,
  },
  {
    name: 'an unknown onTimeout (E/RS-015)',
    object: sequenceWith({ onTimeout: 'Ignore' }),
    says: /spec\.onTimeout: Unsupported value.*"ForceSoak"/,
  },
  {
    name: 'an unknown answer to empty stages (E/RS-016)',
    object: sequenceWith({ emptyStages: 'Wait' }),
    says: /spec\.emptyStages: Unsupported value.*"Soak"/,
  },
];

const badRollouts: (Input & Refused)[] = [
  ...['sequence', 'upgradeType', 'version', 'trigger', 'intent'].map(field => ({
    name: `a rollout without ${field} (E/RO-002, RO-003)`,
    object: versionRollout({ [field]: undefined }),
    says: new RegExp(`spec\\.${field}: Required`),
  })),
  ...[
    { upgradeType: 'CONTROL_PLANE' },
    { trigger: 'GKE' },
    { intent: 'Regular upgrade' },
    { state: 'Stop' },
  ].map(patch => ({
    name: `a rollout with ${JSON.stringify(patch)} (E/RO-002, RO-003, AC-001)`,
    object: versionRollout(patch),
    says: new RegExp(`spec\\.${Object.keys(patch)[0]}: Unsupported value`),
  })),
  {
    name: 'an override of more than 30 days (E/AC-003, RV-006)',
    object: versionRollout({ soakOverrides: [{ stage: 'a', soakDuration: '721h' }] }),
    says: /spec\.soakOverrides\[0\]\.soakDuration: .*: SOAK_OUT_OF_RANGE: /,
  },
  {
    name: 'two overrides of one stage (E/AC-003)',
    object: versionRollout({
      soakOverrides: ['1h', '2h'].map(soakDuration => ({ stage: 'a', soakDuration })),
    }),
    says: /spec\.soakOverrides\[1\]: Duplicate value/,
  },
  {
    name: '1001 skipped clusters (E/AC-004)',
    object: versionRollout({ skippedClusters: Array.from({ length: 1001 }, (_, i) => `m${i}`) }),
    says: /spec\.skippedClusters.*must have at most 1000 items/,
  },
  {
    name: 'a skipped cluster twice (E/AC-004)',
    object: versionRollout({ skippedClusters: ['a', 'a'] }),
    says: /spec\.skippedClusters\[1\]: Duplicate value/,
  },
  {
    name: 'a retry without a time (E/AC-005)',
    object: versionRollout({ retries: [{ cluster: 'a' }] }),
    says: /spec\.retries\[0\]\.requestedAt: Required/,
  },
];

/** Sequences and rollouts that a hub refuses. */
export const badSequences = [...badStages, ...badSelectors, ...badSequenceFields, ...badRollouts];

const named = (name: string, patch: object = {}) => versionRollout(patch, name);
const RUNNING = { phase: 'Running', currentStage: 'us-west1' };
const IDENTITY: Readonly<Record<string, string>> = {
  sequence: 'other',
  upgradeType: 'Node',
  version: '1.30.15',
  trigger: 'User',
  intent: 'PatchEnforcement',
};

export const badSequenceChanges: (Update & Refused)[] = [
  ...Object.entries(IDENTITY).map(([field, value], i) => ({
    name: `another ${field} of a rollout (E/RO-001, RO-002, RO-003)`,
    before: named(`bad-${20 + i}`),
    after: named('', { [field]: value }),
    says: new RegExp(`spec\\.${field}: .*: spec\\.${field} is immutable.*start another rollout`),
  })),
  ...['Run', 'Pause', undefined].map((state, i) => ({
    name: `a cancelled rollout that is set to ${state ?? 'nothing'} (E/AC-001)`,
    before: named(`bad-${30 + i}`, { state: 'Cancel' }),
    after: named('', { state }),
    says: /spec\.state: .*: spec\.state: Cancel is final/,
  })),
  {
    name: 'a stage that is not the current one, completed by force (E/AC-002)',
    before: named('bad-34'),
    status: RUNNING,
    after: named('', { forceCompletedStages: ['europe-west1'] }),
    says: /: STAGE_NOT_CURRENT: .*add that one/,
  },
  {
    name: 'the current stage and the next one, completed by force (E/AC-002)',
    before: named('bad-35'),
    status: RUNNING,
    after: named('', { forceCompletedStages: ['us-west1', 'europe-west1'] }),
    says: /: STAGE_NOT_CURRENT: /,
  },
  {
    name: 'a stage of a rollout that has none yet, completed by force (E/AC-002)',
    before: named('bad-36'),
    after: named('', { forceCompletedStages: ['us-west1'] }),
    says: /: STAGE_NOT_CURRENT: /,
  },
  ...[[], undefined, ['us-west1']].map((forceCompletedStages, i) => ({
    name: `a stage that was completed by force, of which ${JSON.stringify(forceCompletedStages)} is left (E/AC-002, EX-009)`,
    before: named(`bad-${37 + i}`, { forceCompletedStages: ['testing'] }),
    status: RUNNING,
    after: named('', { forceCompletedStages }),
    says: /spec\.forceCompletedStages can only be added to; put the earlier entries back/,
  })),
  ...['Completed', 'Cancelled'].map((phase, i) => ({
    name: `a rollout that is ${phase} (E/AC-010)`,
    before: named(`bad-${40 + i}`),
    status: { phase },
    after: named('', { state: 'Pause' }),
    says: /: ROLLOUT_FINAL: .*start another rollout/,
  })),
];
