import { clusterNow, type PlacementHere } from './now';

const held = (rollout: 'Unknown' | 'False'): PlacementHere => ({
  scope: '_',
  name: 'web',
  state: 'held',
  conditions: [
    { type: 'Scheduled', status: 'True', reason: 'Scheduled', message: '' },
    { type: 'RolloutStarted', status: rollout, reason: 'RolloutNotStarted', message: '' },
  ],
});

describe('what a cluster has to say about a placement that is held', () => {
  it('is nothing where a run has to come or to get there', () => {
    expect(clusterNow({ state: 'healthy', placementsHere: [held('Unknown')] })).toEqual({ kind: 'well' });
  });

  it('is the placement where its own limits hold it', () => {
    const placement = held('False');
    expect(clusterNow({ state: 'healthy', placementsHere: [placement] })).toEqual({
      kind: 'placement',
      placement,
    });
  });
});
