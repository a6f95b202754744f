import {
  ForbiddenError,
  KubeError,
  TransientError,
  UnauthorizedError,
  UnknownKindError,
} from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { stringify } from 'yaml';
import type { ExitCode, Result } from './command';
import { connect } from './hub/connect';
import { commandTable } from './commandTable';
import { completeWords, sayCompletions } from './completion';
import { buildProgram, COMMON_OPTIONS, parseTyped, type Format, type Typed } from './program';

/** Who runs the command. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** `undefined`: nobody is there to answer. */
  ask(question: string): Promise<string | undefined>;
}

/** Runs a command and returns its exit code. */
export async function runCommand(args: readonly string[], shell: Shell): Promise<ExitCode> {
  try {
    const alone = runAlone(args, shell);
    if (alone !== undefined) return alone;
    let typed: Typed | undefined;
    parseTyped(
      buildProgram(shell, one => {
        typed = one;
      }),
      args,
    );
    return typed === undefined ? 0 : await act(typed, shell);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    shell.err(`kubectl fleet: ${sentence}\n`);
    return 1;
  }
}

/** What asks no hub; its words are its own. */
function runAlone([name = '', ...args]: readonly string[], shell: Shell): ExitCode | undefined {
  if (name === '__complete') {
    const words = completeWords({ commands: commandTable, common: COMMON_OPTIONS }, args);
    shell.out(sayCompletions(words));
    return 0;
  }
  const entry = commandTable.find(one => one.name === name);
  const isHelp = name !== 'render' && args.some(word => word === '--help' || word === '-h');
  return isHelp ? undefined : entry?.runAlone?.(args, shell);
}

async function act({ entry, hub: options, format, ...typed }: Typed, shell: Shell): Promise<ExitCode> {
  const hub = await connect(options, shell.env);
  try {
    const say = (line: string) => shell.err(`${line}\n`);
    const result = await entry.run({ ...typed, hub, say, ask: shell.ask });
    shell.out(print(result, format));
    return result.code ?? 0;
  } finally {
    await hub.close();
  }
}

function print({ text, data }: Result, format: Format): string {
  if (format === 'json') return `${JSON.stringify(data, null, 2)}\n`;
  return format === 'yaml' ? stringify(data) : `${text}\n`;
}

/** What is wrong and what to do; `undefined`: a fault of ours. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof KubeError)) return undefined;
  if (error instanceof UnauthorizedError)
    return `the hub does not know you (${error.message}); log in again, or choose another --context`;
  if (error instanceof ForbiddenError) return `the hub does not let you: ${error.message}`;
  if (error instanceof UnknownKindError) return `${error.message}; is this a hub? Choose it with --context`;
  if (error instanceof TransientError) return `the hub does not answer: ${error.why ?? error.message}`;
  return error.message;
}
