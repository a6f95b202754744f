import { ConflictError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import type { Schemas } from '../contract';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { recordThenWrite } from './recordThenWrite';

const KIND = 'MemberCluster';

/**
 * Deletes a member: its placements let go of the cluster, and what runs there stays (C/MC-060). One that leaves already is
 * asked nothing again.
 *
 * @throws NotFoundError for a name that is no member
 * @throws ConflictError for another member of the name than the one that was shown
 */
export async function leaveFleet(
  deps: CommandDeps,
  viewer: Viewer,
  { name, uid }: { readonly name: string } & Schemas['LeaveFleetRequest'],
): Promise<Schemas['LeaveAsked']> {
  const { hub, writer } = deps;
  mustBeAllowed(viewer.mayLeaveFleet());
  const live = await writer.find(KIND, name);
  if (live === undefined) throw new NotFoundError(`Cluster "${name}" is no member of hub "${hub}"`);
  if (live.metadata.uid !== uid)
    throw new ConflictError(
      `Cluster "${name}" is not the one that was shown: it has left and joined again; load it anew`,
    );
  if (live.metadata.deletionTimestamp !== undefined) return { isLeaving: true };
  const line = {
    subjectKind: KIND,
    subjectName: name,
    event: 'leaveAsked',
    actor: actorOf(viewer),
    data: { leave: randomUUID() },
  } as const;
  const deleted = await recordThenWrite(deps, line, () => writer.delete({ kind: KIND, name, uid }));
  return { isLeaving: deleted === 'accepted' };
}
