/**
 * Ends this process when its parent is gone: `npm start` holds the other end of stdin, and the kernel closes it even if it
 * was killed. Nothing happens where FLEETSTAGE_WITH_PARENT is not set.
 */
export function endWithParent(own: NodeJS.Process): void {
  if (own.env.FLEETSTAGE_WITH_PARENT !== '1') return;
  own.stdin.on('end', () => own.kill(own.pid, 'SIGTERM'));
  own.stdin.resume();
}
