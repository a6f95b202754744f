import { NOON, secondsAfter } from '../testing/builders';
import { projectEvent } from './projectEvent';

const entry = {
  reason: 'PlacementApplied',
  message: 'Resources have been applied to the selected cluster(s)',
  generation: 2,
  isActive: true,
  count: 3,
  published: 2,
  firstAt: NOON,
  lastAt: secondsAfter(90),
};

describe('projectEvent', () => {
  it('A/DOC-16, A/EV-001, B/ST-048: as requirement 001 prints it, beside objects without a namespace', () => {
    expect(projectEvent({ name: 'crp', uid: 'u1' }, entry)).toEqual({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        name: expect.stringMatching(/^crp-3-placementapplied-[0-9a-f]{8}$/),
        namespace: 'default',
      },
      involvedObject: {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ClusterResourcePlacement',
        name: 'crp',
        uid: 'u1',
      },
      type: 'Normal',
      reason: 'PlacementApplied',
      message: 'Resources have been applied to the selected cluster(s)',
      source: { component: 'cluster-resource-placement-controller' },
      reportingComponent: 'cluster-resource-placement-controller',
      count: 3,
      firstTimestamp: '2026-11-21T12:00:00Z',
      lastTimestamp: '2026-11-21T12:01:30Z',
    });
  });

  it('A/EV-001: of the namespaced kind in its namespace', () => {
    expect(projectEvent({ name: 'rp', namespace: 'team', uid: 'u1' }, entry)).toMatchObject({
      metadata: { namespace: 'team' },
      involvedObject: { kind: 'ResourcePlacement', namespace: 'team', name: 'rp' },
      source: { component: 'resource-placement-controller' },
      reportingComponent: 'resource-placement-controller',
    });
  });

  it('has one name per object and reason, whatever is published and however often', () => {
    const nameOf = (subject: { name: string; uid: string }, patch: object = {}) =>
      projectEvent(subject, { ...entry, ...patch }).metadata.name;
    const name = nameOf({ name: 'crp', uid: 'u1' });
    expect(nameOf({ name: 'crp', uid: 'u1' }, { count: 9, message: '', generation: 7 })).toBe(name);
    expect(nameOf({ name: 'crp', uid: 'u2' })).not.toBe(name);
    expect(nameOf({ name: 'crp', uid: 'u1' }, { reason: 'PlacementAvailable' })).not.toBe(name);
  });

  it('A/DOC-16: names ascend in the order in which requirement 001 prints the events', () => {
    const reasons = [
      'PlacementRolloutStarted',
      'PlacementOverriddenSucceeded',
      'PlacementWorkSynchronized',
      'PlacementApplied',
      'PlacementDiffReported',
      'PlacementAvailable',
      'PlacementRolloutCompleted',
      'PlacementCleanupFinalizerRemoved',
    ];
    const names = reasons.map(
      reason => projectEvent({ name: 'crp', uid: 'u1' }, { ...entry, reason }).metadata.name,
    );
    expect([...names].sort()).toEqual(names);
  });
});
