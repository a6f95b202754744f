import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import type { Log } from '../observe/log';
import { BrokenWatches } from './BrokenWatches';

const WIDGETS = 'example.com/v1/Widget';
const REFUSED = new Error('conversion webhook failed');

describe('BrokenWatches', () => {
  let ports: ManualPorts;
  let watches: BrokenWatches;
  let answersSince: Instant | undefined;
  let lines: string[];
  let changes: string[];

  beforeEach(() => {
    ports = new ManualPorts();
    answersSince = instant(0);
    lines = [];
    changes = [];
    const keep = (level: string) => (message: string, fields?: object) =>
      void lines.push(`${level} ${message.split(';')[0]}: ${(fields as { kind: string }).kind}`);
    const log: Log = { debug: () => {}, info: keep('info'), warn: keep('warn'), error: keep('error') };
    watches = new BrokenWatches({
      hub: 'hub',
      ports,
      log,
      hubAnswersSince: () => answersSince,
      onChanged: kind => changes.push(kind),
    });
  });

  const WARNED = `warn A kind cannot be watched on the hub: ${WIDGETS}`;
  const ENDED = `info A kind can be watched on the hub again: ${WIDGETS}`;
  /** As `watchResource` tries: an attempt every five seconds. */
  const fail = (seconds: number, { isOpenedBefore = false } = {}) => {
    for (let i = 0; i < seconds; i += 5) {
      if (isOpenedBefore) watches.opened(WIDGETS);
      watches.failed(WIDGETS, REFUSED);
      ports.advance(5_000);
    }
  };

  it('one that lasts is reported once within 30 s, and its end once', () => {
    const since = ports.clock.now();
    fail(30);
    expect(watches.reported()).toEqual([{ kind: WIDGETS, since, reason: 'conversion webhook failed' }]);
    fail(600);
    expect(lines).toEqual([WARNED]);
    watches.opened(WIDGETS);
    ports.advance(10_000);
    expect([watches.reported(), lines, changes]).toEqual([[], [WARNED, ENDED], [WIDGETS, WIDGETS]]);
  });

  it('streams that are opened and fail with their first event are no end of it', () => {
    fail(60, { isOpenedBefore: true });
    expect(lines).toEqual([WARNED]);
    expect(watches.reported()).toHaveLength(1);
  });

  it('a restart of what serves the kind is not reported', () => {
    fail(15);
    watches.opened(WIDGETS);
    ports.advance(60_000);
    expect([watches.reported(), lines, changes]).toEqual([[], [], []]);
  });

  it('one that is opened just before it is due is not reported', () => {
    fail(15);
    ports.advance(4_000);
    watches.opened(WIDGETS);
    ports.advance(60_000);
    expect(lines).toEqual([]);
  });

  it('while the hub does not answer nothing is reported of its kinds, nor where they come back with it', () => {
    answersSince = undefined;
    fail(120);
    answersSince = ports.clock.now();
    watches.opened(WIDGETS);
    ports.advance(60_000);
    expect(lines).toEqual([]);
    answersSince = undefined;
    fail(60);
    answersSince = ports.clock.now();
    fail(30);
    expect(lines).toEqual([WARNED]);
  });

  it.each([1, 5, 19])(
    'what failed with the hub is not reported when it answers again (for %i s)',
    seconds => {
      answersSince = undefined;
      fail(120 - seconds);
      answersSince = ports.clock.now();
      ports.advance(seconds * 1_000 + 60_000);
      expect(lines).toEqual([]);
      watches.opened(WIDGETS);
      ports.advance(60_000);
      expect([lines, changes]).toEqual([[], []]);
    },
  );

  it('is reported 20 s after the hub answers again, where it fails then', () => {
    answersSince = undefined;
    fail(115);
    answersSince = ports.clock.now();
    fail(15);
    expect(lines).toEqual([]);
    fail(10);
    expect(lines).toEqual([WARNED]);
  });

  it('a list that takes long is no failure, and one that breaks off is', () => {
    watches.failed(WIDGETS, new Error('too old resource version'));
    for (let i = 0; i < 60; i += 5) {
      ports.advance(5_000);
      watches.progressed(WIDGETS);
    }
    expect(lines).toEqual([]);
    fail(30);
    expect(lines).toEqual([WARNED]);
  });

  it('a kind that nobody needs any more ends it, and a session that ends says nothing', () => {
    fail(30);
    watches.forget(WIDGETS);
    expect([watches.reported(), changes, lines.slice(1)]).toEqual([
      [],
      [WIDGETS, WIDGETS],
      [`info A kind that could not be watched on the hub is not needed any more: ${WIDGETS}`],
    ]);
    lines = [];
    fail(10);
    watches.stop();
    ports.advance(60_000);
    expect(lines).toEqual([]);
  });
});
