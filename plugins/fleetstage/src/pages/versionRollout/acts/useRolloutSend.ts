import { useActOnRollout, type RolloutWrite } from '../../../api/versionRolloutQueries';
import { shownOf } from '../../../model/sequences/shown';
import type { Rollout } from '../rolloutProps';

type Body = RolloutWrite['body'];
type Rest<B> = B extends unknown ? Omit<B, 'resourceVersion' | 'generation' | 'reason'> : never;

/** Writes an act on the spec that was shown. */
export function useRolloutSend(rollout: Rollout) {
  const { mutateAsync, ...sending } = useActOnRollout();
  const send = <A extends RolloutWrite['act']>(
    act: A,
    body: Rest<Extract<RolloutWrite, { act: A }>['body']>,
    reason: string | undefined,
  ) => {
    const whole = { ...body, ...shownOf(rollout), ...(reason !== undefined && { reason }) } as Body;
    return mutateAsync({ name: rollout.name, act, body: whole } as { name: string } & RolloutWrite);
  };
  return { send, sending };
}
