import { aSequence } from '../../__testUtils__/aSequence';
import { aVersionRollout, aVersionStage, targetCounts } from '../../__testUtils__/aVersionRollout';
import { byNeed, sequenceNow } from './now';

const upgrading = aVersionRollout([
  aVersionStage(1, 'testing', { phase: 'Running', counts: targetCounts({ running: 1 }) }),
]);
const failing = aVersionRollout(
  [aVersionStage(1, 'testing', { phase: 'Running', counts: targetCounts({ failed: 1 }) })],
  { name: 'bank-np-1-31-4' },
);

it.each([
  ['a deletion before everything', { isDeleting: true, state: 'Error' }, 'deleting'],
  ['an error before a suspension', { state: 'Error', isSuspended: true }, 'error'],
  ['a suspension before a failure', { isSuspended: true, activeRollouts: [failing] }, 'suspended'],
  ['a failure before what moves', { activeRollouts: [upgrading, failing] }, 'trouble'],
  ['what moves before a warning', { state: 'Warning', activeRollouts: [upgrading] }, 'moving'],
  ['a warning where nothing moves', { state: 'Warning' }, 'warning'],
  ['that all is done', {}, 'idle'],
  ['that no version is designated', { target: {} }, 'noTarget'],
  ['that it is read for the first time', { state: 'Initializing', target: undefined }, 'initializing'],
] as const)('the Now card of a sequence says %s', (_, more, kind) => {
  expect(sequenceNow(aSequence([], more as object)).kind).toBe(kind);
});

it('orders rollouts by what needs somebody', () => {
  expect(byNeed([upgrading, failing])).toEqual([failing, upgrading]);
});
