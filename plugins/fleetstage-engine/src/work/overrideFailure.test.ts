import { overrideFailure, overrideProblem } from './overrideFailure';

it('gives the problem back without the words of the condition and of its kinds, and other texts as they are (B/OV-070)', () => {
  expect(overrideProblem(overrideFailure('rule 2, replace "/spec/replica": there is no such field'))).toBe(
    'rule 2, replace "/spec/replica": there is no such field',
  );
  expect(
    overrideProblem(
      overrideFailure('ResourceOverrideSnapshot web/order-12 cannot be applied to Deployment "a": rule 1, x'),
    ),
  ).toBe('Override web/order fails on Deployment "a": rule 1, x');
  expect(overrideProblem('the cluster has no label "order"')).toBe('the cluster has no label "order"');
});
