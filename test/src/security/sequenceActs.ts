import { SEQUENCE_GROUP, SEQUENCE_VERSION } from '@fleetstage/backstage-plugin-fleetstage-common';
import { create, NOBODY, object, patch, READERS, remove, TRUSTED, type Act, type Fields } from './actParts';

const own = (kind: string, name: string, spec?: Fields) =>
  object(`${SEQUENCE_GROUP}/${SEQUENCE_VERSION}`, kind, { name }, spec && { spec });
const rollout = (name: string) =>
  own('Rollout', name, {
    sequence: 'bank',
    upgradeType: 'ControlPlane',
    version: '1.30.14',
    trigger: 'System',
    intent: 'Regular',
  });

const ROLLOUT = 'bank-cp-1-30-14';
const PLURALS = ['rolloutsequences', 'versioncatalogs', 'maintenancepolicies', 'memberversions', 'rollouts'];
const AUTHORED = [
  own('RolloutSequence', 'new', { stages: [{ name: 'all', fleets: ['prod'] }] }),
  own('VersionCatalog', 'new', { channels: [{ name: 'Regular' }] }),
  own('MaintenancePolicy', 'new', {
    clusters: { all: true },
    windows: [{ name: 'nights', recurrence: 'FREQ=DAILY', startTime: '19:00', duration: '8h' }],
  }),
];

export const SEQUENCE_FIXTURES = [rollout(ROLLOUT)];

/** People plan, and steer what Fleetstage has begun: they create no rollout (E/RO-005), nor write what it observes. */
export const sequences: readonly Act[] = [
  ...PLURALS.map(plural => ({
    act: `read ${plural}`,
    args: ['get', `${plural}.${SEQUENCE_GROUP}`],
    may: READERS,
  })),
  ...AUTHORED.map(one => create(`write a ${one.kind}`, ['planner', ...TRUSTED], one)),
  create('begin a rollout of a version', TRUSTED, rollout('bank-cp-1-30-15')),
  create('write a MemberVersion', TRUSTED, own('MemberVersion', 'new')),
  patch('pause a rollout of a version', ['operator', ...TRUSTED], ['vro', ROLLOUT], {
    spec: { state: 'Pause' },
  }),
  patch('say where a rollout of a version is', TRUSTED, ['vro', ROLLOUT, '--subresource=status'], {
    status: { phase: 'Completed' },
  }),
  remove('delete a rollout of a version', ['operator', ...TRUSTED], ['vro', ROLLOUT]),
  remove('delete the definition of rollouts of versions', NOBODY, ['crd', `rollouts.${SEQUENCE_GROUP}`]),
];
