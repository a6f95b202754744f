import { describeFailure } from './describeFailure';
import { failed, NOT_PULLED, report } from './describeFailure.testing';

it('ui §2: the object first, then the cause, without the words of the condition', () => {
  expect(describeFailure(report(failed('api', NOT_PULLED)))).toBe(
    'Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found (2 pods).',
  );
});

it('ui §2: counts the other objects, falls back on the reason, and says nothing of no failure', () => {
  expect(describeFailure(report(failed('api', ''), failed('b', ''), failed('c', '')))).toBe(
    'Deployment ui-bad/api: ManifestNotAvailableYet. And 2 more objects.',
  );
  expect(describeFailure(report())).toBeUndefined();
  expect(describeFailure(undefined)).toBeUndefined();
});
