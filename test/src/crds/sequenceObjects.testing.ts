import { SEQUENCE_GROUP, SEQUENCE_VERSION } from '@fleetstage/backstage-plugin-fleetstage-common';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { object } from './objects.testing';
import { repoPath } from './repoPath';

const own = (kind: string, name: string, spec: object) =>
  object(kind, name, spec, SEQUENCE_VERSION, SEQUENCE_GROUP);

export const sequence = (spec: object, name = 'bank') => own('RolloutSequence', name, spec);
export const sequenceOf = (...stages: object[]) => sequence({ stages });
/** A sequence of one stage. */
export const sequenceStage = (patch: object) =>
  sequenceOf({ name: 'testing', fleets: ['testing'], ...patch });
/** A sequence with a stage that has this selector, and a catch-all. */
export const selecting = (clusterSelector: object) =>
  sequenceOf({ name: 'canary', fleets: ['prod'], clusterSelector }, { name: 'main', fleets: ['prod'] });

export const catalog = (spec: object) => own('VersionCatalog', 'default', spec);
/** A catalogue of one channel with one target. */
export const target = (patch: object) =>
  catalog({ channels: [{ name: 'Regular', targets: [{ from: '1.29', to: '1.30.14', ...patch }] }] });
export const clusterClass = {
  provider: 'management',
  namespace: 'fleet',
  name: 'quick-start',
};

export const versionRollout = (patch: object = {}, name = 'bank-cp-1-30-14') =>
  own('Rollout', name, {
    sequence: 'bank',
    upgradeType: 'ControlPlane',
    version: '1.30.14',
    trigger: 'System',
    intent: 'Regular',
    ...patch,
  });

export const maintenance = (spec: object) =>
  own('MaintenancePolicy', 'after-hours', { clusters: { all: true }, windows: [nights], ...spec });
export const nights = { name: 'nights', recurrence: 'FREQ=DAILY', startTime: '19:00', duration: '8h' };
export const window = (patch: object) => maintenance({ windows: [{ ...nights, ...patch }] });
export const exclusion = (patch: object) =>
  maintenance({
    exclusions: [
      { name: 'freeze', startTime: '2026-12-01T00:00:00Z', endTime: '2026-12-05T00:00:00Z', ...patch },
    ],
  });

const EXAMPLES = repoPath('docs/spec/e-rollout-sequence-api.md');

/** The objects that E/EX-001 prints: sequence, maintenance policy and catalogue. */
export function printedExamples(): readonly {
  readonly kind: string;
  readonly spec: Record<string, unknown>;
}[] {
  const [, text] = /```yaml\n([^]*?)```/.exec(readFileSync(EXAMPLES, 'utf8'))!;
  return parseAllDocuments(text).map(document => document.toJS());
}
