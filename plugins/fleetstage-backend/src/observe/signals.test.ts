import type { SignalsService } from '@backstage/plugin-signals-node';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import type { Subject } from '../database/queue/Outbox';
import { silentLog } from './log';
import { ChangeSignals } from './signals';

const run = (name: string): Subject => ({ hub: 'hub', kind: 'run', name });

function aSender() {
  const ports = new ManualPorts();
  const sent: unknown[] = [];
  const signals: SignalsService = {
    publish: async payload => {
      sent.push(payload.message);
    },
  };
  return { ports, sent, changes: new ChangeSignals({ signals, timers: ports.timers, log: silentLog }) };
}

it('tells the first change at once and gathers what follows', () => {
  const { ports, sent, changes } = aSender();
  changes.tell([run('a')]);
  changes.tell([run('b')]);
  changes.tell([run('b'), { hub: 'hub', kind: 'placement', name: 'b' }]);
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
  changes.tell([run('c')]);
  expect(sent).toHaveLength(3);
});

it.each([
  { count: 50, named: 50, all: undefined },
  { count: 51, named: 0, all: true },
])('names $count changes one by one, or says that everything has changed', ({ count, named, all }) => {
  const { ports, sent, changes } = aSender();
  changes.tell([run('first')]);
  changes.tell(Array.from({ length: count }, (_, i) => run(`r${i}`)));
  ports.advance(300);
  const [, message] = sent as { subjects: unknown[]; all?: boolean }[];
  expect([message.subjects.length, message.all]).toEqual([named, all]);
});

it('says every half minute that signals arrive, until it is stopped', () => {
  const { ports, sent, changes } = aSender();
  changes.beat('hub');
  ports.advance(60_000);
  expect(sent).toEqual(Array(3).fill({ hub: 'hub', subjects: [] }));
  changes.stop();
  ports.advance(60_000);
  expect(sent).toHaveLength(3);
});
