import { saysFinalCause, sayCause } from './finalCause';

describe('causes that are trouble without a wait (B/AV-001, ui §5.1)', () => {
  it.each([
    ['ImagePullBackOff: image web:bad not found (2 pods)', true],
    ['ErrImagePull: image web:bad not found', true],
    ['CrashLoopBackOff: container web exited with code 1, restarted 3 times', true],
    ['CreateContainerConfigError: secret "keys" not found', true],
    ['Unschedulable: 0/3 nodes are available', true],
    ['FailedCreate: pods "web-1-" is forbidden: exceeded quota: compute', true],
    ['container web exited with code 1', false],
    ['container web runs and is not ready: readiness probe failed', false],
    ['cause not readable: pods is forbidden', false],
    ['a text about an ImagePullBackOff', false],
  ])('%s: %s', (cause, isFinal) => {
    expect(saysFinalCause(sayCause('0 of 2 replicas are available', cause))).toBe(isFinal);
  });

  it('an object is not judged by its name', () => {
    expect(saysFinalCause('Deployment shop/ImagePullBackOff: 0 of 2 replicas are available.')).toBe(false);
  });
});
