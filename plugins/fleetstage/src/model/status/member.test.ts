import { clusterTrouble } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { memberStates, memberStatus } from './member';

it.each(memberStates.map(state => [state] as const))(
  'who can act for a cluster that is %s is the same on its page and on the overview',
  state => {
    for (const { actor } of clusterTrouble([{ name: 'weu-1', status: { state } }]))
      expect(memberStatus(state).acts).toBe(actor);
  },
);
