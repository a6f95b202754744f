import { overrideFailure, overrideProblem } from './overrideFailure';

it('gives the problem back without the words of the condition, and other texts as they are', () => {
  expect(overrideProblem(overrideFailure('rule 2, replace "/spec/replica": there is no such field'))).toBe(
    'rule 2, replace "/spec/replica": there is no such field',
  );
  expect(overrideProblem('the cluster has no label "order"')).toBe('the cluster has no label "order"');
});
