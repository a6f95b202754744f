import { aSequence, aSequenceStage } from '../../__testUtils__/aSequence';
import { aVersionRollout, aVersionStage, targetCounts } from '../../__testUtils__/aVersionRollout';
import { arrangeSequences } from './sequenceList';

const failing = aVersionRollout([
  aVersionStage(1, 'testing', { phase: 'Running', counts: targetCounts({ failed: 1 }) }),
]);
const bank = aSequence([aSequenceStage(1, 'testing')], { name: 'bank', activeRollouts: [failing] });
const shop = aSequence([aSequenceStage(1, 'edge')], { name: 'shop', isSuspended: true });
const alpha = aSequence([], { name: 'alpha', state: 'Error' });
const all = [bank, shop, alpha];
const names = (q: string, show = '', sort: 'trouble' | 'name' | 'newest' = 'trouble') =>
  arrangeSequences(all, { q, show, sort }).map(({ name }) => name);

it('lists sequences: trouble first, found by fleet, rollout and version, filtered by what goes on', () => {
  expect(names('')).toEqual(['alpha', 'bank', 'shop']);
  expect(names('', '', 'name')).toEqual(['alpha', 'bank', 'shop']);
  expect(names('EDGE')).toEqual(['shop']);
  expect(names('1.31.4')).toEqual(['bank']);
  expect(names('', 'suspended')).toEqual(['shop']);
  expect(names('', 'active,suspended')).toEqual(['bank', 'shop']);
  expect(names('', 'trouble')).toEqual(['alpha', 'bank']);
});
