import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { commandTable } from './commandTable';
import { completeWords, sayCompletions } from './completion';
import { buildProgram, COMMON_OPTIONS, parseTyped } from './program';
import { runCommand } from './runCommand';

const README = path.resolve(__dirname, '../README.md');

/** The rows of the table under a heading, without the padding of the formatter. */
function rowsUnder(heading: string): string[][] {
  const [, rest = ''] = readFileSync(README, 'utf8').split(`${heading}\n`);
  const lines = rest.trimStart().split('\n');
  const end = lines.findIndex(line => !line.startsWith('|'));
  return lines.slice(2, end).map(line =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim().replaceAll('\\|', '|')),
  );
}

const code = (text: string) => `\`${text}\``;

it('the README prints the table that --help comes from', () => {
  expect(rowsUnder('## Commands')).toEqual(
    commandTable.map(({ name, aliases = [], words, summary, options = [] }) => [
      code(`${name} ${words}`),
      [summary, ...aliases.map(alias => `also ${code(alias)}`)].join('; '),
      options.map(({ flags }) => code(flags)).join(', ') || '–',
    ]),
  );
  expect(rowsUnder('## Options of every command')).toEqual(
    COMMON_OPTIONS.map(({ flags, text }) => [code(flags), text]),
  );
});

it.each(commandTable.filter(({ runAlone }) => !runAlone).map(entry => [entry.name, entry] as const))(
  '%s --help has its options, those of every command, and examples that parse',
  (name, { options = [], examples, summary }) => {
    let text = '';
    const writer = { out: (more: string) => (text += more), err: () => {} };
    parseTyped(
      buildProgram(writer, () => {}),
      [name, '--help'],
    );
    for (const { flags } of [...options, ...COMMON_OPTIONS]) expect(text).toContain(flags);
    expect(text.toLowerCase()).toContain(summary.slice(0, 20).toLowerCase());
    for (const example of examples) {
      expect(text).toContain(example);
      const words = example
        .replace(/"([^"]*)"/g, (_, quoted: string) => quoted.replaceAll(' ', '_'))
        .split(' ');
      const typed: string[] = [];
      parseTyped(
        buildProgram(writer, one => typed.push(one.entry.name)),
        words.slice(2),
      );
      expect(typed).toEqual([name]);
    }
  },
);

const complete = (...words: string[]) =>
  completeWords({ commands: commandTable, common: COMMON_OPTIONS }, words);

it('completes commands, then options', () => {
  expect(complete('')).toEqual(commandTable.map(({ name }) => name));
  expect(complete('re')).toEqual(['reject', 'resume', 'render']);
  expect(complete('end', '--re')).toEqual(['--reason']);
  expect(complete('draincluster', '--c')).toEqual(['--cluster-name', '--context']);
  expect(complete('end', 'web')).toEqual([]);
  expect(sayCompletions(['end'])).toBe('end\n:4\n');
});

const run = (...args: string[]) => runWith('/does/not/exist', args);

async function runWith(kubeconfig: string, args: readonly string[]) {
  const texts = { out: '', err: '' };
  const exitCode = await runCommand(args, {
    env: { KUBECONFIG: kubeconfig },
    out: text => (texts.out += text),
    err: text => (texts.err += text),
    ask: async () => undefined,
  });
  return { exitCode, ...texts };
}

it.each([
  [['aprove'], "unknown command 'aprove' (Did you mean approve?); see --help"],
  [[], 'name a command; see kubectl fleet --help'],
  [['stop', 'web', '--now'], "unknown option '--now'; see --help"],
  [['stop', 'web', '-o', 'wide'], '-o wide is none of text, json, yaml'],
  [['stop', 'web', '--timeout', '5'], '--timeout 5 is no duration; write 30s, 5m or 1h'],
  [
    ['stop', 'web'],
    'there is no kubeconfig at /does/not/exist; name one with --kubeconfig FILE, or set KUBECONFIG',
  ],
  [
    ['stop', 'web', '--context', 'a', '--hub-cluster-context', 'b'],
    '--context a and --hub-cluster-context b name two hubs; leave one out',
  ],
  [['completion', 'tcsh'], 'name the shell: completion bash|zsh|fish'],
])('%j ends with 1 and says what to do', async (args, message) => {
  expect(await run(...args)).toEqual({ exitCode: 1, out: '', err: `kubectl fleet: ${message}\n` });
});

it('prints completion scripts and completions without a hub', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect(await run('completion', shell)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('kubectl-fleet __complete'),
    });
  expect(await run('__complete', 'unc')).toEqual({ exitCode: 0, out: 'uncordon\n:4\n', err: '' });
});

it('says that a hub does not answer, and where', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'kubectl-fleet-')), 'config');
  writeFileSync(
    file,
    stringify({
      'current-context': 'hub',
      'contexts': [{ name: 'hub', context: { cluster: 'hub', user: 'ada' } }],
      'clusters': [{ name: 'hub', cluster: { server: 'https://127.0.0.1:1' } }],
      'users': [{ name: 'ada', user: { token: 'x' } }],
    }),
  );
  expect(await runWith(file, ['why', 'web'])).toEqual({
    ...{ exitCode: 1, out: '' },
    err: 'kubectl fleet: the hub does not answer: connection refused at 127.0.0.1:1\n',
  });
});
