import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aBoundBinding, anAvailableReport, NOON, PICK_ALL } from '../testing/builders';
import { CORDON_TAINT } from './cordon';
import type { DrainEviction, DrainPlacement, DrainState } from './drainState';

/** The annotations of a drain that anna asked for at noon. */
export const ASKED = {
  [annotationKeys.drain]: 'new kernel',
  [annotationKeys.drainBy]: 'user:default/anna',
  [annotationKeys.drainAt]: '2026-11-21T12:00:00Z',
};

/** PickAll on c1 … c3, available everywhere, without a budget. */
export const onThree = (
  key: string,
  patch: Partial<Omit<DrainPlacement, 'state'>> = {},
  state: Partial<DrainPlacement['state']> = {},
): DrainPlacement => ({
  key,
  state: {
    placement: { spec: { policy: PICK_ALL } },
    bindings: ['c1', 'c2', 'c3'].map(name => aBoundBinding(name)),
    reports: ['c1', 'c2', 'c3'].map(name => anAvailableReport(name)),
    ...state,
  },
  evictions: [],
  activeRuns: [],
  ...patch,
});

/** On c2 and c3 any longer: c1 is clean. */
export const goneFromFirst = (
  key: string,
  patch: Partial<Omit<DrainPlacement, 'state'>> = {},
): DrainPlacement => onThree(key, patch, { bindings: ['c2', 'c3'].map(name => aBoundBinding(name)) });

export const anEvictionOf = (placement: string, patch: Partial<DrainEviction> = {}): DrainEviction => ({
  name: `drain-eviction-${placement}-c1-0a1b2c3d`,
  uid: `uid-eviction-${placement}`,
  createdAt: NOON,
  state: 'executed',
  ...patch,
});

/** Cordoned, and asked to be drained at noon. */
export const aDrainOf = (
  placements: readonly DrainPlacement[],
  patch: Partial<DrainState['cluster']> = {},
): DrainState => ({
  cluster: { name: 'c1', uid: 'uid-c1', taints: [CORDON_TAINT], annotations: ASKED, ...patch },
  placements,
});
