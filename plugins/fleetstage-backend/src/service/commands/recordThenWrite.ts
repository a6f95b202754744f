import { appendTimeline, removeFromTimeline, type TimelineEvent } from '../../database/timelineStore';
import { isHubSilent, type CommandDeps } from './commandDeps';

/**
 * Writes the line of the timeline, then to the hub: a crash between the two must not lose who has acted, since rules of
 * approval ask for that. What the hub refuses did not happen, and its line goes; where the hub is silent, it may have.
 *
 * @param line its data have to distinguish it from every other line
 */
export async function recordThenWrite<T>(
  { database, hub }: CommandDeps,
  line: TimelineEvent,
  write: () => Promise<T>,
): Promise<T> {
  await database.transact(tx => appendTimeline(tx, hub, [line]));
  try {
    return await write();
  } catch (error) {
    if (!isHubSilent(error)) await database.transact(tx => removeFromTimeline(tx, hub, line));
    throw error;
  }
}
