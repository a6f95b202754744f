import { createInterface } from 'node:readline';
import { eventually } from '../../eventually';
import type { How } from './Api';
import { open } from './send';
import type { ContractCluster } from './targets';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly object: any;
}

export interface WatchStream {
  readonly status: number;
  /** All so far. */
  readonly events: readonly WatchEvent[];
  /** Waits for so many events, or until one is as wanted. */
  until(wanted: number | ((event: WatchEvent) => boolean)): Promise<void>;
  /** Waits until the server ends the stream. */
  ended(): Promise<void>;
  /** Breaks it off and notes what it sent. `shown`: what of it is compared, where not all can be. */
  close(shown?: (events: readonly WatchEvent[]) => unknown): void;
  /** Breaks it off; nothing is noted. */
  abort(): void;
}

type Note = (status: number, events: unknown) => void;

/** A watch that is refused has no events: `status` and the answer are noted when it is closed. */
export async function openWatch(
  cluster: ContractCluster,
  path: string,
  { note, headers, token, accept }: How & { readonly note: Note },
): Promise<WatchStream> {
  const response = await open(cluster, {
    method: 'GET',
    path,
    token,
    headers: { ...(accept === undefined ? {} : { accept }), ...headers },
  });
  const status = response.statusCode ?? 0;
  const events: WatchEvent[] = [];
  let rest = '';
  let isOver = false;
  createInterface({ input: response })
    .on('line', line => {
      if (status === 200) events.push(JSON.parse(line));
      else rest += line;
    })
    .on('close', () => {
      isOver = true;
    });
  // A stream that breaks off ends; what it sent until then counts.
  response.on('error', () => undefined);
  const told = () => (status === 200 ? events : rest === '' ? '' : JSON.parse(rest));
  const describe = () => `${events.length} events: ${JSON.stringify(events).slice(-2000)}`;
  return {
    status,
    events,
    async until(wanted) {
      await eventually(
        `WATCH ${path}`,
        () => {
          const isThere = typeof wanted === 'number' ? events.length >= wanted : events.some(wanted);
          if (!isThere) throw new Error(describe());
        },
        { intervalMs: 10 },
      );
    },
    async ended() {
      await eventually(
        `the end of WATCH ${path}`,
        () => {
          if (!isOver) throw new Error(describe());
        },
        { intervalMs: 10 },
      );
    },
    close(shown = all => all) {
      response.destroy();
      note(status, status === 200 ? shown([...events]) : told());
    },
    abort: () => response.destroy(),
  };
}
