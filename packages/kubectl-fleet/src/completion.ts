import { UserError, type Output } from 'fleetstage';
import type { CommandEntry, ExitCode, OptionEntry } from './command';

/** The table, handed in: the table itself has the command for completion. */
export interface Completable {
  readonly commands: readonly CommandEntry[];
  readonly common: readonly OptionEntry[];
}

/** What may stand where the last word is typed: commands, then options of the command. */
export function completeWords({ commands, common }: Completable, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const [name] = words.slice(0, -1).filter(word => !word.startsWith('-'));
  const entry = commands.find(one => one.name === name || one.aliases?.includes(name ?? ''));
  if (entry === undefined && name === undefined && !typed.startsWith('-'))
    return commands.map(one => one.name).filter(one => one.startsWith(typed));
  if (!typed.startsWith('-')) return [];
  return [...(entry?.options ?? []), ...common]
    .flatMap(({ flags }) => flags.match(/--[a-z-]+/g) ?? [])
    .filter(flag => flag.startsWith(typed));
}

/** What cobra, by which kubectl reads completions, calls "no file names". */
const NO_FILES = ':4';

/** For `kubectl_complete-fleet`: a word in each line, then what the shell shall not add. */
export const sayCompletions = (words: readonly string[]) => `${[...words, NO_FILES].join('\n')}\n`;

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# source <(kubectl fleet completion bash)
_kubectl_fleet() {
  local words
  words=$(kubectl-fleet __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | grep -v '^:')
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kubectl_fleet kubectl-fleet
`,
  zsh: `# source <(kubectl fleet completion zsh)
_kubectl_fleet() {
  local -a found
  found=(\${(f)"$(kubectl-fleet __complete "\${(@)words[2,CURRENT]}" 2>/dev/null | grep -v '^:')"})
  compadd -- $found
}
compdef _kubectl_fleet kubectl-fleet
`,
  fish: `# kubectl fleet completion fish | source
complete -c kubectl-fleet -f -a '(kubectl-fleet __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null | string match -v ":*")'
`,
};

/** Prints the script of a shell; kubectl itself finds `kubectl_complete-fleet`. @throws UserError */
export function printScript(args: readonly string[], output: Output): ExitCode {
  const [shell = '', ...rest] = args;
  const script = rest.length === 0 && Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined)
    throw new UserError(`name the shell: completion ${Object.keys(SCRIPTS).join('|')}`);
  output.out(script);
  return 0;
}
