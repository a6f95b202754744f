import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadProviders } from './loadProviders';

describe('loadProviders', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'providers-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('loads modules by their files', () => {
    const files = ['gpus', 'cost'].map(name =>
      write(`${name}.cjs`, `module.exports = { name: '${name}', collect: async () => ({}) };`),
    );
    expect(loadProviders(files).map(({ name }) => name)).toEqual(['gpus', 'cost']);
    expect(() => loadProviders([files[0], files[0]])).toThrow('there is a provider gpus already');
  });

  it('loads the example, which counts GPUs that are free', async () => {
    const example = path.resolve(__dirname, '../../../examples/property-provider/freeGpus.mjs');
    const [gpus] = loadProviders([example]);
    const amounts = (count: string) => ({ 'nvidia.com/gpu': count });
    const nodes = [{ status: { capacity: amounts('8'), allocatable: amounts('6') } }, { status: {} }];
    const pod = (phase: string, nodeName?: string) => ({
      spec: { nodeName, containers: [{ resources: { requests: amounts('2') } }, {}] },
      status: { phase },
    });
    const pods = [pod('Running', 'n'), pod('Pending'), pod('Succeeded', 'n')];
    const read = {
      list: async ({ kind }: { kind: string }) => (kind === 'Node' ? nodes : pods),
      get: jest.fn(),
    };
    const member = { name: 'edge', labels: {}, read, signal: new AbortController().signal };
    await gpus.start?.(member as never);
    expect(await gpus.collect(member as never)).toMatchObject({
      resources: { 'nvidia.com/gpu': { total: 8, allocatable: 6, available: 4 } },
      conditions: [{ type: 'example.com/HasGpus', status: 'True' }],
    });
  });

  it.each([
    { what: 'no file', text: undefined, says: /cannot be loaded/ },
    { what: 'no module', text: 'module.exports = {', says: /cannot be loaded/ },
    {
      what: 'no provider',
      text: 'module.exports = { name: "x" };',
      says: /no object with a name and a function/,
    },
    {
      what: 'a name that is none',
      text: 'module.exports = { name: "My GPUs", collect() {} };',
      says: /is no name of a property provider/,
    },
  ])('refuses $what, and names the file', ({ what, text, says }) => {
    const file = path.join(folder, `${what.replaceAll(' ', '-')}.cjs`);
    if (text !== undefined) writeFileSync(file, text);
    expect(() => loadProviders([file])).toThrow(says);
    expect(() => loadProviders([file])).toThrow(`--property-provider ${file}`);
  });
});
