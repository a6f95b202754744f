import { parseArgs } from 'node:util';
import { namesOf } from '../fleet';
import type { Durability } from '../storage/SqliteStore';

/** What was typed makes no sense; shown to whoever typed it, without a stack. */
export class UsageError extends Error {}

interface Option {
  readonly type: 'string' | 'boolean';
  /** How its value is called in the help. */
  readonly value?: string;
  readonly help: string;
}

/** In the order of the help. */
const OPTIONS = {
  'members': {
    type: 'string',
    value: 'N|NAME,…',
    help: 'how many members beside the hub (member-1 …), or their names; 0: the hub alone; default 6',
  },
  'data': { type: 'string', value: 'DIR', help: 'keep everything in this folder over a restart' },
  'durable': {
    type: 'boolean',
    help: 'with --data: answer a write only when a loss of power cannot take it; slower',
  },
  'memory': { type: 'boolean', help: 'keep nothing (the default without --data)' },
  'host': {
    type: 'string',
    value: 'ADDRESS',
    help: 'listen there; default 127.0.0.1; others want credentials that were made for them',
  },
  'credentials': { type: 'string', value: 'new', help: 'make other keys and tokens than those in DIR' },
  'port': { type: 'string', value: 'P', help: 'port of the listener; default: any that is free' },
  'kubeconfig': {
    type: 'string',
    value: 'FILE',
    help: 'write a context for each cluster there, hub is current; default DIR/kubeconfig',
  },
  'merge-kubeconfig': { type: 'boolean', help: 'add the contexts to a FILE that has others' },
  'faults': { type: 'string', value: 'FILE', help: 'faults to begin with, YAML or JSON; see the README' },
  'seed': { type: 'string', value: 'N', help: 'seed of what faults draw; default 1, or what FILE says' },
  'pace': { type: 'string', value: 'F', help: 'factor on the delays of workloads; 0.1: ten times as fast' },
  'no-workloads': { type: 'boolean', help: 'play no controllers and nodes: an API server alone' },
  'users': {
    type: 'string',
    value: 'FILE',
    help: 'who else is known to every cluster: lines of token,user,uid,"group1,group2"',
  },
  'audit': { type: 'string', value: 'DIR', help: 'log all writes there, a file for each cluster' },
  'json': { type: 'boolean', help: 'say what programs read: one line of JSON once it answers' },
  'with-parent': { type: 'boolean', help: 'as --json; end when standard input closes, take orders from it' },
  'help': { type: 'boolean', help: 'print this' },
  'version': { type: 'boolean', help: 'print the version' },
} as const satisfies Readonly<Record<string, Option>>;

export interface ServeArguments {
  readonly dataDir?: string;
  readonly durability: Durability;
  readonly host?: string;
  readonly renewsCredentials: boolean;
  readonly port: number;
  readonly members: number | readonly string[];
  readonly kubeconfig?: string;
  readonly mergesKubeconfig: boolean;
  readonly faultsFile?: string;
  readonly seed?: number;
  readonly usersFile?: string;
  readonly auditDir?: string;
  readonly pace: number;
  readonly withWorkloads: boolean;
  readonly isForPrograms: boolean;
  readonly withParent: boolean;
}

/** @throws UsageError */
export function readServeArguments(argv: readonly string[]): ServeArguments | 'help' | 'version' {
  const values = parse(argv, OPTIONS);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (values.data !== undefined && values.memory) throw new UsageError('give --data or --memory, not both');
  if (values.durable && values.data === undefined)
    throw new UsageError('--durable needs --data DIR: in memory nothing is kept');
  if (values['merge-kubeconfig'] && values.kubeconfig === undefined)
    throw new UsageError('--merge-kubeconfig needs --kubeconfig FILE');
  const withParent = values['with-parent'] ?? false;
  return {
    dataDir: values.data,
    durability: values.durable ? 'power-loss' : 'process',
    host: values.host,
    renewsCredentials: readCredentials(values.credentials),
    port: readNumber('port', values.port ?? '0', 65_535),
    members: readMembers(values.members ?? '6'),
    kubeconfig: values.kubeconfig,
    mergesKubeconfig: values['merge-kubeconfig'] ?? false,
    faultsFile: values.faults,
    ...(values.seed === undefined ? {} : { seed: readNumber('seed', values.seed, 2 ** 32 - 1) }),
    usersFile: values.users,
    auditDir: values.audit,
    pace: readFactor(values.pace ?? '1'),
    withWorkloads: !values['no-workloads'],
    isForPrograms: values.json ?? withParent,
    withParent,
  };
}

type Options = Readonly<Record<string, Option>>;
type Values<T extends Options> = {
  readonly [K in keyof T]?: T[K]['type'] extends 'string' ? string : boolean;
};

interface Parsed<T extends Options> {
  readonly values: Values<T>;
  readonly words: readonly string[];
}

/** Options and the other arguments. @throws UsageError for what is no option, and for values that are missing */
export function parseWithWords<T extends Options>(argv: readonly string[], options: T): Parsed<T> {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { values: values as Values<T>, words: positionals };
  } catch (error) {
    throw new UsageError(firstSentence(error));
  }
}

function parse<T extends Options>(argv: readonly string[], options: T): Values<T> {
  const { values, words } = parseWithWords(argv, options);
  if (words.length === 0) return values;
  throw new UsageError(`${JSON.stringify(words[0])} is no command; there is "faults"`);
}

const firstSentence = (error: unknown) => String((error as Error).message).split(/\.\s|\n/, 1)[0];

function readCredentials(text: string | undefined): boolean {
  if (text === undefined || text === 'new') return text === 'new';
  throw new UsageError(`--credentials ${JSON.stringify(text)}: the only thing to be asked for is "new"`);
}

function readMembers(text: string): number | readonly string[] {
  if (/^\d*$/.test(text)) return readNumber('members', text, 10_000);
  try {
    return namesOf(text.split(','));
  } catch (error) {
    throw new UsageError(`--members ${text}: ${(error as Error).message}`);
  }
}

function readNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new UsageError(`--${name} ${JSON.stringify(text)}: give a whole number from 0 to ${most}`);
}

function readFactor(text: string): number {
  const factor = Number(text);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new UsageError(`--pace ${JSON.stringify(text)}: give a number above 0; 0.1 is ten times as fast`);
}

/** A line for each option. */
export function describeOptions(options: Readonly<Record<string, Option>> = OPTIONS): string {
  const rows = Object.entries(options).map(([name, { value, help }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`).join('\n');
}
