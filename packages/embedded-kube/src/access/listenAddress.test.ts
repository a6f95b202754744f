import { readListenAddress, urlOf } from './listenAddress';

describe('an address to listen on', () => {
  it.each([
    [undefined, '127.0.0.1', true, 'https://127.0.0.1:1'],
    ['localhost', 'localhost', true, 'https://localhost:1'],
    ['127.8.0.1', '127.8.0.1', true, 'https://127.8.0.1:1'],
    ['[::1]', '::1', true, 'https://[::1]:1'],
    ['192.0.2.7', '192.0.2.7', false, 'https://192.0.2.7:1'],
    ['fleet.example', 'fleet.example', false, 'https://fleet.example:1'],
    ['2001:db8::7', '2001:db8::7', false, 'https://[2001:db8::7]:1'],
  ])('%s', (text, host, isLoopback, url) => {
    const address = readListenAddress(text);
    expect(address).toMatchObject({ host, isLoopback });
    expect(address.names).toEqual(expect.arrayContaining(['localhost', '127.0.0.1', '::1', host]));
    expect(urlOf(address, 1)).toBe(url);
  });

  it('is known by all that the machine has when it is all', () => {
    const { isLoopback, names, advertised } = readListenAddress('0.0.0.0');
    expect(isLoopback).toBe(false);
    expect(names).toContain(advertised);
    expect(names).not.toContain('0.0.0.0');
  });

  it.each(['', 'a b', 'https://x', '1.2.3.4:80', '-x'])('is not %s', text => {
    expect(() => readListenAddress(text)).toThrow('is no address to listen on');
  });
});
