import { findSegmentFault } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UserError, type Output } from 'fleetstage';
import { addressOf } from './hub/address';
import type { Family } from './hub/families';
import type { Address, Hub } from './hub/Hub';

/** What a command says when it is over. */
export interface Result {
  /** For people: lines. */
  readonly text: string;
  /** The same for programs: `-o json` and `-o yaml` print it. */
  readonly data: unknown;
  /** Default 0. */
  readonly code?: ExitCode;
}

/**
 * 0: done. 1: refused or failed. 2: it was asked for, but did not come to pass (blocked, invalid, or not within --timeout);
 * of `what-if` and `render`: something differs.
 */
export type ExitCode = 0 | 1 | 2;

/** Options of one command by their long names, as they were typed. */
export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A command on its way. */
export interface Act {
  readonly hub: Hub;
  readonly words: readonly string[];
  readonly options: Options;
  readonly timeoutMs: number;
  /** A line for people about what goes on, beside the result. */
  say(line: string): void;
  /** The answer of a person; `undefined`: nobody is there to answer. */
  ask(question: string): Promise<string | undefined>;
}

export interface OptionEntry {
  /** As in `--reason <text>`. */
  readonly flags: string;
  readonly text: string;
  /** It may be given several times. */
  readonly isMany?: boolean;
}

/** A command as the table has it: help, README and completion come from here. */
export interface CommandEntry {
  readonly name: string;
  /** Names of KubeFleet's own tool. */
  readonly aliases?: readonly string[];
  /** What follows the name. */
  readonly words: string;
  readonly summary: string;
  readonly options?: readonly OptionEntry[];
  readonly examples: readonly string[];
  run(act: Act): Promise<Result>;
  /** Instead, where no hub is asked: with the words as they were typed. */
  readonly runAlone?: (args: readonly string[], output: Output) => ExitCode;
}

export const textOption = ({ options }: Act, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** Every one of an option that may be repeated. */
export const manyOption = ({ options }: Act, name: string): readonly string[] => {
  const value = options[name];
  return Array.isArray(value) ? value : [];
};

/** @throws UserError where the option is missing or blank */
export function neededOption(act: Act, name: string, why: string): string {
  const text = textOption(act, name)?.trim();
  if (text) return text;
  throw new UserError(`--${name} is missing: ${why}`);
}

/** The cluster, as a word or by `--cluster-name`. @throws UserError */
export function askedCluster(act: Act): string {
  const { words } = act;
  const flag = textOption(act, 'clusterName');
  const [name = flag, ...rest] = words;
  noMoreWords(flag !== undefined && words.length > 0 ? words : rest);
  if (name === undefined || name === '')
    throw new UserError('name the cluster, as a word or with --cluster-name');
  const fault = findSegmentFault(name);
  if (fault !== undefined) throw new UserError(`the name "${name}" ${fault}; correct it`);
  return name;
}

/** The object that the words name, and what follows them. @throws UserError */
export const askedOf = (
  act: Act,
  family: Family,
): { readonly address: Address; readonly rest: readonly string[] } =>
  addressOf(family, { words: act.words, name: textOption(act, 'name'), namespace: act.hub.namespace });

/** The one object that the words name. @throws UserError */
export function askedOnly(act: Act, family: Family): Address {
  const { address, rest } = askedOf(act, family);
  noMoreWords(rest);
  return address;
}

/** @throws UserError */
export function noMoreWords(rest: readonly string[]): void {
  if (rest.length > 0) throw new UserError(`"${rest.join(' ')}" is too much; see --help`);
}

/** `--no-wait` was given. */
export const isUnwatched = ({ options }: Act) => options.wait === false;
