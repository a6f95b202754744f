import { useState } from 'react';
import { worsened, type WatchedCheck } from '../../model/run/ready';

type Checks = readonly WatchedCheck[];

/** Checks refresh while the dialog is open; what got worse since it was seen has to be seen before the button acts. */
export function useWatchedChecks(checks: Checks | undefined) {
  const [accepted, setAccepted] = useState<Checks>();
  const seen = accepted ?? checks;
  // What was there at opening counts as seen: the first answer is kept.
  if (accepted === undefined && checks !== undefined) setAccepted(checks);
  const changed = seen && checks ? worsened(seen, checks).length : 0;
  return { changed, accept: () => setAccepted(checks) };
}
