import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const SCRIPT = `import { ensurePrivateFolder } from './scripts/start/privateFolder.mjs';
  try { ensurePrivateFolder(process.argv.at(-1)); } catch (error) { console.log(error.message); }`;

describe('the data folder of npm start', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'fleetstage-private-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const at = (name: string) => path.join(parent, name);
  /** What is refused, or nothing. */
  const close = (folder: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, folder], {
      cwd: root,
      encoding: 'utf8',
    });
  const modeOf = (name: string) => (statSync(at(name)).mode % 0o1000).toString(8);
  function makeOpen(folder: string, ...files: readonly string[]): void {
    mkdirSync(at(folder));
    for (const file of files) {
      writeFileSync(at(`${folder}/${file}`), '');
      chmodSync(at(`${folder}/${file}`), 0o644);
    }
    chmodSync(at(folder), 0o755);
  }

  it.each(['data', 'link', 'link/'])('is closed with what is in it, named as %s', name => {
    makeOpen('data', 'fleetstage.sqlite', 'kubeconfig');
    symlinkSync(at('data'), at('link'));
    expect(close(at(name))).toBe('');
    expect(['data', 'data/fleetstage.sqlite', 'data/kubeconfig'].map(modeOf)).toEqual(['700', '600', '600']);
  });

  it('is refused where it is a link to what is not ours', () => {
    makeOpen('elsewhere', 'passwd');
    symlinkSync(at('elsewhere'), at('link'));
    expect(close(at('link'))).toContain('others may enter');
    expect(['elsewhere', 'elsewhere/passwd'].map(modeOf)).toEqual(['755', '644']);
  });

  it('leaves alone what a link within it leads to', () => {
    makeOpen('elsewhere', 'passwd');
    makeOpen('data', 'kubeconfig');
    symlinkSync(at('elsewhere'), at('data/link'));
    expect(close(at('data'))).toBe('');
    expect(['elsewhere', 'elsewhere/passwd', 'data/kubeconfig'].map(modeOf)).toEqual(['755', '644', '600']);
  });
});
