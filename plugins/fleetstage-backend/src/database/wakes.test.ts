import { queues } from './queue/queues';
import { wakeEvents } from './wakes';

describe('who wakes whom', () => {
  const events = Object.entries(wakeEvents);
  const wakesOf = events.flatMap(([event, { wakes }]) => wakes.map(one => ({ event, ...one })));

  it('has an event for every queue', () => {
    expect(new Set(wakesOf.map(({ queue }) => queue))).toEqual(new Set(Object.values(queues)));
  });

  it('says why a key waits', () => {
    const isDerived = ({ queue }: { queue: string }) => queue === queues.publishSnapshots;
    const delayed = wakesOf.filter(one => 'afterMs' in one && (one.afterMs ?? 0) > 0 && !isDerived(one));
    const mute = delayed.filter(({ event }) => !('why' in wakeEvents[event as keyof typeof wakeEvents]));
    expect(mute.map(({ event }) => event)).toEqual([]);
  });

  it.each(events)('%s wakes no queue twice', (_event, { wakes }) => {
    const woken = wakes.map(({ queue }) => queue);
    expect(new Set(woken).size).toBe(woken.length);
  });
});
