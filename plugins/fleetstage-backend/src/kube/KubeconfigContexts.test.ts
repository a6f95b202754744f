import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KubeconfigContexts } from './KubeconfigContexts';

const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-contexts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (file: string, ...names: string[]) => {
  writeFileSync(file, JSON.stringify({ contexts: names.map(name => ({ name, context: {} })) }));
  return file;
};

describe('contexts of a kubeconfig', () => {
  it('RUL 53: are those that the file has', () => {
    const contexts = new KubeconfigContexts(put(path.join(folder, 'a'), 'hub', 'member-1'));
    expect(['hub', 'member-1', 'edge'].map(name => contexts.has(name))).toEqual([true, true, false]);
  });

  it('come when the file gets them, and stay when it loses them', () => {
    const file = put(path.join(folder, 'b'), 'member-1');
    const contexts = new KubeconfigContexts(file);
    expect(contexts.has('member-22')).toBe(false);
    put(file, 'member-22');
    expect(contexts.has('member-22')).toBe(true);
    expect(contexts.has('member-1')).toBe(true);
  });

  it('are all there as long as the file cannot be read, and what was read stays where it breaks', () => {
    const file = path.join(folder, 'c');
    const contexts = new KubeconfigContexts(file);
    expect(contexts.has('edge')).toBe(true);
    put(file, 'member-1');
    expect(contexts.has('edge')).toBe(false);
    writeFileSync(file, 'contexts: [');
    expect([contexts.has('edge'), contexts.has('member-1')]).toEqual([false, true]);
  });
});
