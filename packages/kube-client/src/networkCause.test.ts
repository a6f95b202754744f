import { networkCause } from './networkCause';

const SERVER = 'https://hub.example/api';
const thrown = (code: string, more: object = {}, message = `connect ${code}`) =>
  Object.assign(new Error(message), { code, ...more });

it.each([
  [thrown('ECONNREFUSED', { address: '10.2.0.4', port: 443 }), 'connection refused at 10.2.0.4:443'],
  [thrown('ECONNREFUSED', { address: '::1', port: 6443 }), 'connection refused at [::1]:6443'],
  [
    Object.assign(new AggregateError([thrown('ECONNREFUSED', { address: '::1', port: 443 })], ''), {
      code: 'ECONNREFUSED',
    }),
    'connection refused at [::1]:443',
  ],
  [thrown('ETIMEDOUT'), 'no answer from hub.example:443: connecting timed out'],
  [thrown('UND_ERR_CONNECT_TIMEOUT'), 'no answer from hub.example:443: connecting timed out'],
  [thrown('ECONNRESET'), 'connection closed by hub.example:443'],
  [thrown('EHOSTUNREACH'), 'no route to hub.example:443'],
  [thrown('ENOTFOUND'), 'the name hub.example is not known to DNS'],
  [thrown('CERT_HAS_EXPIRED'), 'the certificate of hub.example:443 has expired'],
  [thrown('ESOMETHING', {}, 'something else'), 'something else'],
  [thrown('ESOMETHING', {}, ''), 'ESOMETHING'],
  [undefined, 'undefined'],
])('%s', (error, sentence) => expect(networkCause(SERVER, error)).toBe(sentence));

it('names the port of a server without TLS', () =>
  expect(networkCause('http://127.0.0.1:8001', thrown('ECONNREFUSED'))).toBe(
    'connection refused at 127.0.0.1:8001',
  ));
