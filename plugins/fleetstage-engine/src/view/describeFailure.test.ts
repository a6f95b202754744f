import { failed, NOT_PULLED, report } from '../work/cause/describeFailure.testing';
import { describeFailures } from './describeFailure';

it('ui §2: names the cluster of the widest trouble and counts the others', () => {
  const groups = [
    { binding: { cluster: 'member-9' }, count: 1, report: report(failed('web', 'refused')) },
    { binding: { cluster: 'member-2' }, count: 3, report: report(failed('api', NOT_PULLED)) },
    { binding: { cluster: 'member-1' }, count: 5, report: report() },
    { binding: { cluster: 'member-0' }, count: 5 },
  ];
  expect(describeFailures(groups)).toBe(
    'member-2: Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found (2 pods). And 3 more clusters.',
  );
  expect(describeFailures(groups.slice(2))).toBeUndefined();
});
