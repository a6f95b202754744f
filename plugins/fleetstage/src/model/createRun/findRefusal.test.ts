import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { findRefusal } from './findRefusal';

const placement = (more: Partial<Schemas['Placement']> = {}) =>
  ({
    name: 'web',
    moves: 'runs',
    history: [{ index: '15' }, { index: '14' }],
    ...more,
  }) as unknown as Schemas['Placement'];

const known = {
  draft: { placement: 'web', strategy: 'careful', snapshot: '14' },
  placement: placement(),
  isPlacementMissing: false,
  strategies: [{ name: 'careful' }],
  mayCreate: { isAllowed: true },
};

const lacking = { isAllowed: false, permission: 'fleetstage.run.create' };

const NOTHING = { placement: undefined, strategies: undefined, mayCreate: undefined };

describe('what no run can be created of', () => {
  it.each([
    ['nothing is wrong', {}, undefined],
    ['a placement that is not there', { placement: undefined, isPlacementMissing: true }, 'noPlacement'],
    ['a placement that is being deleted', { placement: placement({ isDeleting: true }) }, 'leaving'],
    ['a placement with a rolling update', { placement: placement({ moves: 'rolling' }) }, 'rolling'],
    ['a snapshot that is not kept', { draft: { ...known.draft, snapshot: '3' } }, 'noSnapshot'],
    ['a strategy that is not there', { strategies: [{ name: 'fast' }] }, 'noStrategy'],
    ['a strategy that is not accepted', { mayCreate: { isAllowed: false } }, 'notAccepted'],
    ['a permission that is lacking', { mayCreate: lacking }, 'noRight'],
    ['nothing is loaded yet', NOTHING, undefined],
    ['no strategy is chosen', { draft: { placement: 'web', strategy: '' } }, undefined],
  ])('%s', (_, more, refusal) => {
    expect(findRefusal({ ...known, ...more })).toBe(refusal);
  });
});
