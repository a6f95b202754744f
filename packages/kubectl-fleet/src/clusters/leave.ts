import { labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UserError } from 'fleetstage';
import { askedCluster, isUnwatched, type Act, type Result } from '../command';
import { BINDINGS } from '../hub/families';
import { conditionsOf, type Hub } from '../hub/Hub';
import { typed, type Binding } from '../placements/loadPlacement';
import { waitFor } from '../waitFor';
import { loadMember, memberAddress } from './loadMember';

/** Takes a cluster out of the fleet (C/MC-053…060): its placements let go of it, and what runs there stays. */
export async function leave(act: Act): Promise<Result> {
  const name = askedCluster(act);
  const { metadata } = await loadMember(act.hub, name);
  const placements = await placementsOn(act.hub, name);
  if (metadata.deletionTimestamp === undefined) {
    act.say(sayEffect(name, placements));
    await mustBeMeant(act, name);
    await act.hub.delete(memberAddress(name), metadata.uid);
  }
  const data = { cluster: name, placements };
  if (isUnwatched(act))
    return { text: `cluster "${name}" is asked to leave`, data: { ...data, isLeaving: true } };
  return untilGone(act, name, data);
}

/** Keys of the placements that are on it, where bindings are published. */
async function placementsOn(hub: Hub, cluster: string): Promise<string[]> {
  const lists = await Promise.all(
    [BINDINGS.clusterWide, BINDINGS.namespaced].map(({ resource }) => hub.listServed(resource)),
  );
  const here = typed<Binding>(lists.flat()).filter(({ spec }) => spec.targetCluster === cluster);
  return here
    .flatMap(({ metadata: { labels, namespace } }) => {
      const name = labels?.[labelKeys.parentPlacement];
      return name ? [namespace ? `${namespace}/${name}` : name] : [];
    })
    .sort();
}

function sayEffect(name: string, placements: readonly string[]): string {
  const which =
    placements.length === 0
      ? 'no placement is on it'
      : `${placements.length === 1 ? 'a placement lets' : `${placements.length} placements let`} go of it (${placements.join(', ')})`;
  return `cluster "${name}" leaves the fleet: ${which}; what runs there stays`;
}

/** @throws UserError */
async function mustBeMeant(act: Act, name: string): Promise<void> {
  if (act.options.yes === true) return;
  const typedName = await act.ask(`Type the name of the cluster to go on: `);
  if (typedName === undefined)
    throw new UserError('nobody is there to confirm it; run the command in a terminal, or give --yes');
  if (typedName.trim() !== name)
    throw new UserError(`"${typedName.trim()}" is not the name of the cluster; nothing was done`);
}

async function untilGone(act: Act, name: string, data: object): Promise<Result> {
  let last = '';
  const gone = await waitFor(async () => {
    const member = await act.hub.find(memberAddress(name));
    const waiting = member && conditionsOf(member).find(({ status }) => status !== 'True');
    last = waiting?.message ?? last;
    return member === undefined ? true : undefined;
  }, act);
  return gone
    ? { text: `cluster "${name}" has left the fleet`, data: { ...data, isLeaving: false } }
    : {
        text: `cluster "${name}" has not left, and --timeout is over${last ? `: ${last}` : ''}; it leaves as soon as its agent has stopped`,
        data: { ...data, isLeaving: true, message: last },
        code: 2,
      };
}
