import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { DueQueue } from './DueQueue';

/** A queue whose work ends when the test says so. */
function aQueue(concurrency = 5) {
  const events = new EventEmitter();
  const begun: string[] = [];
  const queue = new DueQueue({
    concurrency,
    run: async key => {
      begun.push(key);
      events.emit('begun');
      await once(events, `end ${key}`);
    },
  });
  const untilBegun = async (count: number) => {
    while (begun.length < count) await once(events, 'begun');
    return [...begun];
  };
  return { queue, begun, untilBegun, end: (key: string) => events.emit(`end ${key}`) };
}

describe('keys that are due', () => {
  it('begins nothing before its start, and the earliest first', async () => {
    const { queue, begun, untilBegun, end } = aQueue(1);
    queue.mark('later', 20);
    queue.mark('now');
    expect(begun).toEqual([]);
    queue.start();
    expect(await untilBegun(1)).toEqual(['now']);
    end('now');
    expect(await untilBegun(2)).toEqual(['now', 'later']);
    end('later');
    await queue.stop();
  });

  it('works on a key once at a time, and again when it was marked meanwhile', async () => {
    const { queue, untilBegun, begun, end } = aQueue();
    queue.start();
    queue.mark('a');
    await untilBegun(1);
    queue.mark('a');
    queue.mark('a');
    queue.mark('b');
    expect(await untilBegun(2)).toEqual(['a', 'b']);
    end('a');
    expect(await untilBegun(3)).toEqual(['a', 'b', 'a']);
    end('a');
    end('b');
    await queue.stop();
    expect(begun).toHaveLength(3);
  });

  it('keeps the earlier of two times', async () => {
    const { queue, untilBegun, end } = aQueue();
    queue.start();
    queue.mark('a', 0);
    queue.mark('a', 60_000);
    expect(await untilBegun(1)).toEqual(['a']);
    end('a');
    await queue.stop();
  });

  it('ends when what is under way has, keeps its marks, and forgets what it is told to', async () => {
    const { queue, untilBegun, begun, end } = aQueue();
    queue.start();
    queue.mark('a');
    await untilBegun(1);
    queue.mark('a');
    queue.mark('b', 60_000);
    queue.forget('b');
    const stopped = queue.stop();
    end('a');
    await stopped;
    expect(begun).toEqual(['a']);
    queue.start();
    expect(await untilBegun(2)).toEqual(['a', 'a']);
    end('a');
    await queue.stop();
  });
});
