import { heartbeatOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Act } from '../command';
import { conditionsOf } from '../hub/Hub';
import { waitFor } from '../waitFor';
import { findInternal } from './joinToken';
import { memberAddress } from './loadMember';

/** How far a cluster has come; `message`: what it waits for. */
export interface JoinProgress {
  readonly hasJoined: boolean;
  readonly message: string;
}

/**
 * Waits until the cluster has joined, and says what it waits for whenever that changes.
 *
 * @param heartbeatBefore where an agent has a new join token: only a later heartbeat proves that it was used
 */
export async function untilJoined(act: Act, name: string, heartbeatBefore?: string): Promise<JoinProgress> {
  let said = '';
  const progress = async (): Promise<JoinProgress> => {
    if (heartbeatBefore !== undefined) {
      const internal = await findInternal(act.hub, name);
      if (internal === undefined || heartbeatOf(internal) === heartbeatBefore)
        return { hasJoined: false, message: 'waiting for the first heartbeat of the agent' };
    }
    const member = await act.hub.find(memberAddress(name));
    const joined = member && conditionsOf(member).find(({ type }) => type === 'Joined');
    return {
      hasJoined: joined?.status === 'True',
      message: joined?.message ?? 'nothing is reported of it yet',
    };
  };
  let last: JoinProgress = { hasJoined: false, message: '' };
  await waitFor(async () => {
    last = await progress();
    if (last.hasJoined) return true;
    if (last.message !== said) act.say(last.message);
    said = last.message;
    return undefined;
  }, act);
  return last;
}
