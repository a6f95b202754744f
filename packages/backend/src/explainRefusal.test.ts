import { explainRefusal } from './explainRefusal';

const URLS = ['http://localhost:3000', 'https://portal.example:8443'];

describe('who may ask the demo', () => {
  it.each([
    ['localhost:7007', undefined],
    ['127.0.0.1', undefined],
    ['[::1]:7007', undefined],
    ['LOCALHOST:9999', undefined],
    ['portal.example', undefined],
    ['evil.example:7007', 421],
    ['localhost.evil.example', 421],
    ['evil.example:80@localhost', 421],
    ['127.0.0.1.evil.example', 421],
    ['', 421],
  ])('Host "%s": %s', (host, status) => {
    expect(explainRefusal({ method: 'GET', host }, URLS)?.status).toBe(status);
  });

  it.each([
    ['POST', 'http://localhost:3000', false, undefined],
    ['POST', 'https://portal.example:8443', false, undefined],
    ['DELETE', undefined, false, undefined],
    ['GET', 'http://evil.example', false, undefined],
    ['POST', 'http://evil.example', false, 403],
    ['PUT', 'http://localhost:3001', false, 403],
    ['POST', 'null', false, 403],
    ['GET', 'http://evil.example', true, 403],
    ['GET', 'http://localhost:3000', true, undefined],
  ])('%s from %s, web socket %s: %s', (method, origin, isUpgrade, status) => {
    const sent = { method, isUpgrade, host: 'localhost:7007', ...(origin !== undefined && { origin }) };
    expect(explainRefusal(sent, URLS)?.status).toBe(status);
  });
});
