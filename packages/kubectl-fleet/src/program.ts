import { Command, CommanderError, Option } from 'commander';
import { parseDuration } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UserError } from 'fleetstage';
import type { CommandEntry, OptionEntry, Options } from './command';
import { commandTable } from './commandTable';
import type { HubOptions } from './hub/connect';

export const FORMATS = ['text', 'json', 'yaml'] as const;
export type Format = (typeof FORMATS)[number];

/** What was typed. */
export interface Typed {
  readonly entry: CommandEntry;
  readonly words: readonly string[];
  readonly options: Options;
  readonly hub: HubOptions;
  readonly format: Format;
  readonly timeoutMs: number;
}

interface Writer {
  out(text: string): void;
  err(text: string): void;
}

/** Options of every command. */
export const COMMON_OPTIONS: readonly OptionEntry[] = [
  { flags: '--context <name>', text: 'the context of the hub; default: the current one' },
  { flags: '--hub-cluster-context <name>', text: 'the same, as in KubeFleet' },
  { flags: '--kubeconfig <file>', text: 'default: $KUBECONFIG, else ~/.kube/config' },
  { flags: '-n, --namespace <name>', text: 'a run, request or placement of this namespace' },
  { flags: '-o, --output <format>', text: 'text, json or yaml' },
  { flags: '--timeout <duration>', text: 'how long to wait, such as 30s or 10m' },
];

const LAST_WORDS = `
Exit codes: 0 done; 1 refused or failed; 2 asked for, but blocked, invalid or not within --timeout (what-if, render: something differs)`;

/** The parser that commander makes of the table; a command that is typed rightly goes to `onTyped`. */
export function buildProgram(writer: Writer, onTyped: (typed: Typed) => void): Command {
  const program = new Command('kubectl fleet')
    .description('Acts on a KubeFleet or Fleetstage hub with the rights of your kubeconfig.')
    .configureOutput({ writeOut: writer.out, writeErr: () => {}, outputError: () => {} })
    .usage('COMMAND [options]')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: one => `${one.name()} ${one.usage()}`.trim() })
    .helpCommand(false)
    .exitOverride()
    .addHelpText('after', LAST_WORDS);
  for (const option of COMMON_OPTIONS) program.addOption(toOption(option));
  for (const entry of commandTable) addCommand(program, entry, onTyped);
  return program;
}

function addCommand(program: Command, entry: CommandEntry, onTyped: (typed: Typed) => void): void {
  const { name, aliases = [], words, summary, options = [], examples } = entry;
  const command = program
    .command(name)
    .aliases([...aliases])
    .summary(summary)
    .description(`${summary[0].toUpperCase()}${summary.slice(1)}.`)
    .usage(words)
    .argument('[words...]')
    .addHelpText('after', `\nExamples:\n${examples.map(one => `  ${one}`).join('\n')}\n${LAST_WORDS}`)
    .configureHelp({ showGlobalOptions: true, visibleArguments: () => [] })
    .exitOverride();
  for (const option of options) command.addOption(toOption(option));
  command.action((typed: string[]) => onTyped(toTyped(entry, typed, command)));
}

function toOption({ flags, text, isMany }: OptionEntry): Option {
  const option = new Option(flags, text);
  return isMany ? option.argParser((one: string, all: string[] = []) => [...all, one]) : option;
}

/** @throws UserError */
function toTyped(entry: CommandEntry, words: readonly string[], command: Command): Typed {
  const common =
    command.parent?.opts<HubOptions & { readonly output?: string; readonly timeout?: string }>() ?? {};
  const { output = 'text', timeout = '5m', ...hub } = common;
  const format = FORMATS.find(one => one === output);
  if (format === undefined) throw new UserError(`-o ${output} is none of ${FORMATS.join(', ')}`);
  return { entry, words, options: command.opts(), hub, format, timeoutMs: toMs(timeout) };
}

function toMs(text: string): number {
  const parsed = parseDuration(text);
  if (parsed.ok && parsed.value > 0) return parsed.value;
  throw new UserError(`--timeout ${text} is no duration; write 30s, 5m or 1h`);
}

/** @throws UserError with commander's sentence; help is no error */
export function parseTyped(program: Command, args: readonly string[]): void {
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const text = error.message.replace(/^error: /, '').replace(/\n/g, ' ');
    throw new UserError(
      text === '(outputHelp)' ? 'name a command; see kubectl fleet --help' : `${text}; see --help`,
    );
  }
}
