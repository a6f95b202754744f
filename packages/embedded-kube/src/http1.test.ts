import { connect, type TLSSocket } from 'node:tls';
import { configMap, startTestFleet, type TestFleet } from './__testUtils__/testFleet';

const MAPS = '/api/v1/namespaces/default/configmaps';
/** Together more than the buffers between two processes hold. */
const LARGE_MAPS = 20;
const LARGE_BYTES = 900_000;

let test: TestFleet;

beforeAll(async () => {
  test = await startTestFleet();
  for (let i = 0; i < LARGE_MAPS; i += 1) {
    const body = configMap(`large-${i}`, { data: { text: 'x'.repeat(LARGE_BYTES) } });
    expect((await test.call('POST', MAPS, { body })).code).toBe(201);
  }
});

afterAll(() => test.stop());

function open(): TLSSocket {
  const { hostname, port } = new URL(test.fleet.url);
  return connect({ host: hostname, port: Number(port), ca: test.fleet.caPem, ALPNProtocols: ['http/1.1'] });
}

const head = (line: string, length?: number) =>
  [
    `${line} HTTP/1.1`,
    'host: hub',
    `authorization: Bearer ${test.fleet.token('hub')}`,
    'content-type: application/json',
    ...(length === undefined ? [] : [`content-length: ${length}`]),
    '\r\n',
  ].join('\r\n');

/** All that comes, up to what is wanted. @throws Error where the connection ends before */
const readUntil = (socket: TLSSocket, wanted: RegExp) =>
  new Promise<string>((done, fail) => {
    let last = '';
    socket.on('data', (chunk: Buffer) => {
      last = (last + chunk.toString('latin1')).slice(-100_000);
      if (wanted.test(last)) done(last);
    });
    socket.on('close', () => fail(new Error(`the connection was closed after ${last.slice(-200)}`)));
    socket.on('error', fail);
  });

describe('HTTP/1.1', () => {
  it('takes the next question in pieces while the answer before waits for its reader', async () => {
    const socket = open();
    socket.write(head(`GET /clusters/hub${MAPS}`));
    await new Promise<void>(done => {
      socket.once('readable', () => done());
    });
    const body = JSON.stringify(configMap('next'));
    socket.write(head(`POST /clusters/hub${MAPS}`, Buffer.byteLength(body)));
    socket.write(body);
    const answer = await readUntil(socket, /HTTP\/1\.1 201 /);
    expect(answer).toContain('HTTP/1.1 201 Created');
    socket.destroy();
    expect((await test.call('GET', `${MAPS}/next`)).code).toBe(200);
  });
});
