import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkSupplyChain } from './checkSupplyChain';
import { readLock } from './readLock';

const LOCK = `
__metadata:
  version: 10
  cacheKey: 10c0

"@x/left@npm:^1.0.0":
  version: 1.2.0
  resolution: "@x/left@npm:1.2.0"
  dependencies:
    right: "npm:^2.0.0"
  checksum: 10c0/abc
  languageName: node
  linkType: hard

"plugin@workspace:^, plugin@workspace:plugins/plugin":
  version: 0.0.0-use.local
  resolution: "plugin@workspace:plugins/plugin"
  dependencies:
    "@x/left": "npm:^1.0.0"
    tool: "npm:*"
  languageName: unknown
  linkType: soft

"right@npm:2.5.0":
  version: 2.5.0
  resolution: "right@npm:2.5.0"
  languageName: node
  linkType: hard

"right@patch:right@npm%3A2.5.0#optional!builtin<compat/right>":
  version: 2.5.0
  resolution: "right@patch:right@npm%3A2.5.0#optional!builtin<compat/right>::version=2.5.0&hash=1"
  languageName: node
  linkType: hard

"root@workspace:.":
  version: 0.0.0-use.local
  resolution: "root@workspace:."
  dependencies:
    tool: "npm:*"
  languageName: unknown
  linkType: soft

"tool@npm:*":
  version: 3.0.0
  resolution: "tool@npm:3.0.0"
  conditions: os=linux
  languageName: node
  linkType: hard
`;
const UNASKED = { skipped: 'not asked' };
const TODAY = '2026-01-02';
const ADVISORY = { id: 'GHSA-1', package: 'right', vulnerable: '<3', severity: 'critical', note: 'n' };

const folders: string[] = [];

function repository(
  change: { licence?: string; exceptions?: unknown[]; advisories?: unknown[]; accepted?: unknown[] } = {},
): string {
  const root = mkdtempSync(path.join(tmpdir(), 'supply-chain-'));
  folders.push(root);
  const write = (file: string, content: unknown) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  write('yarn.lock', LOCK);
  write('package.json', { name: 'root', version: '0.1.0', private: true, resolutions: { right: '2.5.0' } });
  write('plugins/plugin/package.json', {
    name: 'plugin',
    version: '0.7.0',
    license: 'Apache-2.0',
    dependencies: { '@x/left': '^1.0.0' },
    devDependencies: { tool: '*' },
  });
  write('node_modules/@x/left/package.json', { name: '@x/left', version: '1.2.0', license: 'MIT' });
  write('node_modules/@x/left/node_modules/right/package.json', {
    name: 'right',
    version: '2.5.0',
    license: change.licence ?? '(MIT OR GPL-3.0-only)',
  });
  write('node_modules/tool/package.json', { name: 'tool', version: '3.0.0', license: 'GPL-3.0-only' });
  write('test/supply-chain/licence-exceptions.json', { exceptions: change.exceptions ?? [] });
  write('test/supply-chain/audit.json', {
    advisories: change.advisories ?? [],
    accepted: change.accepted ?? [],
  });
  return root;
}

const check = (change?: Parameters<typeof repository>[0]) =>
  checkSupplyChain(repository(change), UNASKED, TODAY);

afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));

describe('the lock', () => {
  it('is read without the built-in patches, and resolves what a resolution replaces', () => {
    const { packages, resolve } = readLock(LOCK, { right: '2.5.0' });
    expect(packages.map(p => p.resolution)).toEqual([
      '@x/left@npm:1.2.0',
      'plugin@workspace:plugins/plugin',
      'right@npm:2.5.0',
      'root@workspace:.',
      'tool@npm:3.0.0',
    ]);
    expect(resolve('right', 'npm:^2.0.0').version).toBe('2.5.0');
    expect(resolve('plugin', 'workspace:^').workspace).toBe('plugins/plugin');
    expect(packages[0]).toMatchObject({ name: '@x/left', version: '1.2.0', checksum: 'abc' });
  });

  it('that lacks a package names it; one of Yarn 1 is refused', () => {
    expect(() => readLock(LOCK).resolve('gone', 'npm:^1')).toThrow(
      'no entry for gone@npm:^1; run `yarn install`',
    );
    expect(() => readLock('a: 1')).toThrow('Yarn 2 and newer');
  });
});

describe('the supply chain', () => {
  it('passes what is permitted; tools of the development may have any licence', () => {
    const { failures, lines } = check();
    expect(failures).toEqual([]);
    expect(lines).toEqual([
      'SBOM: 4 components, 3 of them in what users of 1 published package get',
      'licences: 2 packages: (MIT OR GPL-3.0-only) 1, MIT 1; 0 exceptions, 0 for other platforms not read',
      'audit, feed of the registry: skipped, not asked',
      "audit: the repository's 0 advisories against 3 packages; 0 hits",
    ]);
  });

  it('fails on a licence off the list, with the chain that brings it', () => {
    expect(check({ licence: 'AGPL-3.0-only' }).failures).toEqual([
      'right@2.5.0 has the licence "AGPL-3.0-only", which is not on the list (plugin > @x/left@1.2.0 > right@2.5.0); replace the package, or give the reason in test/supply-chain/licence-exceptions.json',
    ]);
  });

  it('an exception counts for exactly this licence, and fails where nothing needs it', () => {
    const exceptions = [{ package: 'right', licence: 'AGPL-3.0-only', reason: 'r', since: TODAY }];
    expect(check({ licence: 'AGPL-3.0-only', exceptions }).failures).toEqual([]);
    expect(check({ licence: 'SSPL-1.0', exceptions }).failures).toHaveLength(2);
    expect(check({ exceptions }).failures).toEqual([
      expect.stringContaining('right ("AGPL-3.0-only") is not needed any more'),
    ]);
  });

  it('fails on a critical advisory, and on one that only the feed knows', () => {
    expect(check({ advisories: [ADVISORY] }).failures).toEqual([
      expect.stringContaining('GHSA-1 (critical) right@2.5.0'),
    ]);
    const output = JSON.stringify({
      value: 'tool',
      children: {
        'ID': 7,
        'Issue': 'i',
        'Severity': 'high',
        'Vulnerable Versions': '<4',
        'Tree Versions': ['3.0.0'],
      },
    });
    expect(checkSupplyChain(repository(), { output }, TODAY).failures).toEqual([
      expect.stringContaining('7 (high) tool@3.0.0, vulnerable <4: i'),
    ]);
  });

  it('an acceptance of what only the feed knows waits while the feed is not asked', () => {
    const accepted = [{ id: 'GHSA-2', package: 'tool', reason: 'r', accepted: TODAY }];
    expect(check({ accepted }).failures).toEqual([]);
    expect(checkSupplyChain(repository({ accepted }), { output: '' }, TODAY).failures).toEqual([
      expect.stringContaining('the acceptance of GHSA-2 for tool is not needed any more'),
    ]);
  });

  it('writes a CycloneDX document with every component, what it depends on, and the same bytes each time', () => {
    const { sbom } = check();
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: expect.stringMatching(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      version: 1,
      metadata: {
        component: {
          'type': 'application',
          'name': 'root',
          'version': '0.1.0',
          'bom-ref': 'root@workspace:.',
        },
      },
    });
    expect(sbom.components).toContainEqual({
      'type': 'library',
      'bom-ref': 'pkg:npm/%40x/left@1.2.0',
      'group': '@x',
      'name': 'left',
      'version': '1.2.0',
      'scope': 'required',
      'licenses': [{ license: { id: 'MIT' } }],
      'purl': 'pkg:npm/%40x/left@1.2.0',
      'properties': [{ name: 'fleetstage:yarn-cache-sha512', value: 'abc' }],
    });
    expect(sbom.components.map(c => [c.purl, c.scope, c.licenses])).toEqual([
      ['pkg:npm/%40x/left@1.2.0', 'required', [{ license: { id: 'MIT' } }]],
      ['pkg:npm/plugin@0.7.0', 'required', [{ license: { id: 'Apache-2.0' } }]],
      ['pkg:npm/right@2.5.0', 'required', [{ expression: '(MIT OR GPL-3.0-only)' }]],
      ['pkg:npm/tool@3.0.0', 'excluded', [{ license: { name: 'GPL-3.0-only' } }]],
    ]);
    expect(sbom.dependencies).toEqual([
      { ref: 'pkg:npm/%40x/left@1.2.0', dependsOn: ['pkg:npm/right@2.5.0'] },
      { ref: 'pkg:npm/plugin@0.7.0', dependsOn: ['pkg:npm/%40x/left@1.2.0', 'pkg:npm/tool@3.0.0'] },
      { ref: 'pkg:npm/right@2.5.0', dependsOn: [] },
      { ref: 'pkg:npm/tool@3.0.0', dependsOn: [] },
      { ref: 'root@workspace:.', dependsOn: ['pkg:npm/plugin@0.7.0', 'pkg:npm/tool@3.0.0'] },
    ]);
    expect(JSON.stringify(check().sbom)).toBe(JSON.stringify(sbom));
  });
});
