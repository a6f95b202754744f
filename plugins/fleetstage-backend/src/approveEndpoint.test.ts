import { fixedCredentials, type ClusterEndpoint } from '@fleetstage/kube-client';
import { endpointJudge } from './approveEndpoint';
import { silentLog } from './observe/log';

const endpoint = (server: string, patch: Partial<ClusterEndpoint> = {}): ClusterEndpoint => ({
  server,
  credentials: fixedCredentials({}),
  ...patch,
});
const HTTPS = endpoint('https://c1:6443');
const HTTP = endpoint('http://c1:8080');
const UNCHECKED = endpoint('https://c1:6443', { isInsecure: true });

function judge({ isProduction = true, allow = [] as string[] } = {}) {
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (_: string, fields?: object) => void warned.push(fields) };
  const approve = endpointJudge({ hub: 'hub', allowInsecure: new Set(allow), isProduction, log });
  return { approve, warned };
}

describe('a cluster that is reached insecurely', () => {
  it.each([
    ['http://', HTTP, 'http://'],
    ['insecure-skip-tls-verify', UNCHECKED, 'insecure-skip-tls-verify'],
  ])('is refused in production unless it is allowed by name: %s', (_, insecure, says) => {
    const { approve, warned } = judge({ allow: ['c2'] });
    expect(() => approve('c1', insecure, undefined)).toThrow(says);
    expect(() => approve('c1', insecure, undefined)).toThrow(
      'add c1 to fleetstage.connections.allowInsecure',
    );
    approve('c2', insecure, undefined);
    expect(warned).toEqual([{ cluster: 'c2', reason: expect.stringContaining(says) }]);
  });

  it('is warned of once elsewhere', () => {
    const { approve, warned } = judge({ isProduction: false });
    for (const again of [HTTP, HTTP, UNCHECKED]) approve('c1', again, undefined);
    expect(warned).toHaveLength(1);
  });

  it.each([
    ['https://', HTTPS],
    ['http:// on this machine', endpoint('http://127.0.0.1:8001')],
    ['http:// on this machine, by its name', endpoint('http://localhost:8001/proxy')],
  ])('is none: %s', (_, secure) => {
    const { approve, warned } = judge();
    approve('c1', secure, undefined);
    expect(warned).toEqual([]);
  });
});

describe('a member at the address of the hub', () => {
  const hub = endpoint('https://front:443/hub');
  it.each([
    ['the same address', endpoint('https://front:443/hub'), true],
    ['the same address, spelled otherwise', endpoint('https://FRONT/hub/'), true],
    ['another path of one proxy', endpoint('https://front:443/c1'), false],
    ['another name behind one address', endpoint('https://front:443/hub', { serverName: 'c1' }), false],
    ['another proxy', endpoint('https://front:443/hub', { proxyUrl: 'http://p:1' }), false],
  ])('is the hub: %s: %#', (_, member, isHub) => {
    const approve = () => judge().approve('c1', member, hub);
    if (isHub) expect(approve).toThrow('lead to hub "hub" itself');
    else expect(approve).not.toThrow();
  });
});
