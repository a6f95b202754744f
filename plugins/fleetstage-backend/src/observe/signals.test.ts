import type { SignalsService } from '@backstage/plugin-signals-node';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import type { Subject } from './subject';
import { silentLog } from './log';
import { ChangeSignals } from './signals';

const run = (name: string): Subject => ({ hub: 'hub', kind: 'run', name });

const ADA = 'user:default/ada';
const BOB = 'user:default/bob';
const ALL = { hub: 'hub', subjects: [], all: true };

/** Two replicas share `readers`. */
function aReplica(readers = new Map<string, number>()) {
  const ports = new ManualPorts();
  const sent: unknown[] = [];
  const recipients: unknown[] = [];
  const signals: SignalsService = {
    publish: async payload => {
      sent.push(payload.message);
      recipients.push(payload.recipients);
    },
  };
  const changes = new ChangeSignals({
    signals,
    hub: 'hub',
    clock: ports.clock,
    timers: ports.timers,
    log: silentLog,
    note: async user => {
      readers.set(user, ports.clock.now());
    },
    list: async withinMs =>
      [...readers].flatMap(([user, at]) => (ports.clock.now() - at <= withinMs ? [user] : [])).sort(),
  });
  return { ports, sent, recipients, changes };
}

/** Somebody views a page. */
function aSender() {
  const replica = aReplica();
  replica.changes.heard(ADA);
  return replica;
}

const to = (...entityRef: string[]) => ({ type: 'user', entityRef });
/** Answers of the database come after the timers. */
const settle = () => new Promise(resolve => setImmediate(resolve));

describe('who gets signals', () => {
  it('is nobody while nobody has asked who may see the fleet', () => {
    const { sent, changes, ports } = aReplica();
    changes.notify([run('a')]);
    changes.beat();
    ports.advance(60_000);
    expect(sent).toEqual([]);
  });

  it('is whoever has asked within three minutes, and nobody else', async () => {
    const { recipients, changes, ports } = aReplica();
    changes.heard(BOB);
    changes.notify([run('a')]);
    ports.advance(120_000);
    changes.heard(ADA);
    changes.notify([run('b')]);
    expect(recipients).toEqual([to(BOB), to(ADA, BOB)]);
    ports.advance(61_000);
    changes.notify([run('c')]);
    expect(recipients.slice(2)).toEqual([to(ADA)]);
  });

  it('is soon whoever views through another replica, and then reads everything again', async () => {
    const readers = new Map<string, number>();
    const [here, there] = [aReplica(readers), aReplica(readers)];
    here.changes.heard(ADA);
    there.changes.heard(BOB);
    here.changes.notify([run('a')]);
    here.ports.advance(5_000);
    await settle();
    expect(here.sent).toEqual([{ hub: 'hub', subjects: [{ kind: 'run', name: 'a' }] }, ALL]);
    expect(here.recipients).toEqual([to(ADA), to(BOB)]);
    here.changes.notify([run('b')]);
    expect(here.recipients.at(-1)).toEqual(to(ADA, BOB));
  });
});

it('sends the first change at once and gathers what follows', () => {
  const { ports, sent, changes } = aSender();
  changes.notify([run('a')]);
  changes.notify([run('b')]);
  changes.notify([run('b'), { hub: 'hub', kind: 'placement', name: 'b' }]);
  expect(sent).toEqual([{ hub: 'hub', subjects: [{ kind: 'run', name: 'a' }] }]);
  ports.advance(299);
  expect(sent).toHaveLength(1);
  ports.advance(1);
  expect(sent.slice(1)).toEqual([
    {
      hub: 'hub',
      subjects: [
        { kind: 'run', name: 'b' },
        { kind: 'placement', name: 'b' },
      ],
    },
  ]);
  ports.advance(300);
  changes.notify([run('c')]);
  expect(sent).toHaveLength(3);
});

it.each([
  { count: 50, named: 50, all: undefined },
  { count: 51, named: 0, all: true },
])('names $count changes one by one, or says that everything has changed', ({ count, named, all }) => {
  const { ports, sent, changes } = aSender();
  changes.notify([run('first')]);
  changes.notify(Array.from({ length: count }, (_, i) => run(`r${i}`)));
  ports.advance(300);
  const [, message] = sent as { subjects: unknown[]; all?: boolean }[];
  expect([message.subjects.length, message.all]).toEqual([named, all]);
});

it('says every half minute that signals arrive, until it is stopped', () => {
  const { ports, sent, changes } = aSender();
  changes.beat();
  ports.advance(60_000);
  expect(sent).toEqual(Array(5).fill({ hub: 'hub', subjects: [] }));
  changes.stop();
  ports.advance(60_000);
  expect(sent).toHaveLength(5);
});
