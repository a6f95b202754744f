import { NotFoundError, TransientError } from '@fleetstage/kube-client';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import type { Log } from '../observe/log';
import { HubConnection } from './HubConnection';

const SILENT = new TransientError('no answer', { isClusterWide: true });

describe('HubConnection', () => {
  let ports: ManualPorts;
  let connection: HubConnection;
  let answer: Error | undefined;
  let probes: number;
  let lines: string[];
  let reconnects: number;

  beforeEach(() => {
    ports = new ManualPorts();
    answer = undefined;
    probes = 0;
    lines = [];
    reconnects = 0;
    const log: Log = {
      debug: () => {},
      info: message => lines.push(`info ${message.split(';')[0]}`),
      warn: message => lines.push(`warn ${message.split(';')[0]}`),
      error: message => lines.push(`error ${message}`),
    };
    connection = new HubConnection({
      hub: 'hub',
      ports,
      log,
      probe: async () => {
        probes += 1;
        if (answer) throw answer;
      },
    });
    const listen = () =>
      connection.reconnect.signal.addEventListener('abort', () => {
        reconnects += 1;
        listen();
      });
    listen();
    connection.start();
  });
  afterEach(() => connection.stop());

  /** Probes end between the ticks. */
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      ports.advance(1000);
      await new Promise(resolve => setImmediate(resolve));
    }
  };

  it('asks an idle hub six times a minute at most, and says nothing', async () => {
    await pass(600);
    expect(probes).toBeGreaterThan(30);
    expect(probes).toBeLessThanOrEqual(60);
    expect(connection.link()).toEqual({ state: 'connected' });
    expect(lines).toEqual([]);
  });

  it('asks a hub nothing that answers other requests', async () => {
    for (let i = 0; i < 60; i++) {
      connection.heard();
      await pass(5);
    }
    expect(probes).toBe(0);
  });

  it('finds a silent hub within 30 s, and says so once and its end once', async () => {
    const heardAt = ports.clock.now();
    answer = SILENT;
    await pass(30);
    expect(connection.link()).toEqual({ state: 'lost', since: heardAt, reason: 'no answer' });
    await pass(300);
    expect(lines).toEqual(['warn The hub does not answer']);
    answer = undefined;
    await pass(6);
    expect(connection.link()).toEqual({ state: 'connected' });
    expect(lines).toEqual(['warn The hub does not answer', 'info The hub answers again']);
    // Streams that were open may be half-open.
    expect(reconnects).toBe(1);
  });

  it('a restart of some seconds is none of it', async () => {
    connection.watchFailed('MemberCluster', SILENT);
    answer = SILENT;
    await pass(12);
    expect(connection.link()).toMatchObject({ state: 'failing', reason: 'no answer' });
    answer = undefined;
    await pass(6);
    connection.watchOpened('MemberCluster');
    expect(connection.link()).toEqual({ state: 'connected' });
    expect(lines).toEqual([]);
  });

  it('a hub that answers, but not to the watch of a kind, is lost: what is shown grows old', async () => {
    const from = ports.clock.now();
    for (let i = 0; i < 6; i++) {
      connection.watchFailed('MemberCluster', new Error('refused'));
      await pass(5);
    }
    const reason = 'the watch of MemberCluster: refused';
    expect(connection.link()).toEqual({ state: 'lost', since: from, reason });
    connection.watchOpened('MemberCluster');
    expect(connection.link()).toEqual({ state: 'connected' });
    expect(lines).toHaveLength(2);
  });

  it('a watch that fails each time soon after it was opened is lost, until it stays open', async () => {
    const from = ports.clock.now();
    for (let i = 0; i < 10; i++) {
      connection.watchFailed('MemberCluster', new Error('conversion webhook failed'));
      await pass(2);
      connection.watchOpened('MemberCluster');
      await pass(1);
    }
    expect(connection.link()).toMatchObject({ state: 'lost', since: from });
    expect(lines).toEqual(['warn The hub does not answer']);
    await pass(8);
    expect(connection.link()).toMatchObject({ state: 'lost' });
    await pass(1);
    expect(connection.link()).toEqual({ state: 'connected' });
    expect(lines).toEqual(['warn The hub does not answer', 'info The hub answers again']);
  });

  it('a refusal is an answer', async () => {
    answer = new NotFoundError('no /readyz here', {
      status: { code: 404, message: 'no /readyz here', reason: 'NotFound' },
    });
    await pass(60);
    expect(connection.link()).toEqual({ state: 'connected' });
  });

  it('reports since when it has answered without a break, also of a watch of ours', async () => {
    const begin = ports.clock.now();
    await pass(30);
    expect(connection.connectedSince()).toBe(begin);
    connection.watchFailed('MemberCluster', SILENT);
    expect(connection.connectedSince()).toBeUndefined();
    connection.watchOpened('MemberCluster');
    expect(connection.connectedSince()).toBe(ports.clock.now());
    answer = SILENT;
    await pass(20);
    expect(connection.connectedSince()).toBeUndefined();
    answer = undefined;
    await pass(10);
    expect(connection.connectedSince()).toBeGreaterThan(begin);
    expect(connection.link()).toEqual({ state: 'connected' });
  });
});
