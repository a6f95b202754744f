import { useActOnRollout, type RolloutWrite } from '../../../api/versionRolloutQueries';
import { shownOf } from '../../../model/sequences/shown';
import type { Rollout } from '../rolloutProps';

type Said<Write> = Write extends { readonly act: infer Act; readonly body: infer Body }
  ? { readonly act: Act; readonly body: Omit<Body, 'resourceVersion' | 'generation' | 'reason'> }
  : never;

/** Writes an act on the spec that was shown. */
export function useRolloutSend(rollout: Rollout) {
  const { mutateAsync, ...sending } = useActOnRollout();
  const send = ({ act, body }: Said<RolloutWrite>, reason: string | undefined) => {
    const write = { act, body: { ...body, ...shownOf(rollout), ...(reason !== undefined && { reason }) } };
    // Act and body are of one kind, which the types lose on the way.
    return mutateAsync({ name: rollout.name, ...(write as RolloutWrite) });
  };
  return { send, sending };
}
