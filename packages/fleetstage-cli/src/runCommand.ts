import { parseKindPattern, type SelectionRules } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { parseArgs } from 'node:util';
import { compareStates } from './compareStates';
import { printDifferences } from './printDifferences';
import { printManifests } from './printManifests';
import { printTable } from './printTable';
import { readDocuments } from './readDocuments';
import { renderState, type RenderedPlacement } from './renderState';
import { nameClusters } from './table';
import { toFleetState, type FleetState } from './toFleetState';
import { UserError } from './UserError';

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** What the command ends with; pipelines rely on them. */
export const EXIT = { same: 0, failed: 1, changed: 2 } as const;

const USAGE = `Usage: fleetstage render -f FILE|FOLDER [-f …] [options]

Renders what each cluster gets of the placements in the files; no cluster is asked.

  -f, --file PATH      manifests: placements, overrides, MemberClusters and what is selected; - reads from stdin
      --clusters PATH  more files with MemberClusters
      --placement NAME only this one (NAMESPACE/NAME of a ResourcePlacement)
      --against PATH   the state before, as files: shows what changes, old and new
      --privileged-kinds KINDS  as fleetstage.capture.privilegedKinds, such as rbac.authorization.k8s.io/v1/ClusterRole
      --config-map-envelopes    as fleetstage.capture.configMapEnvelopes
      --markdown       a table of variants and changed fields, for a pull request

Ends with 0: rendered, nothing differs from --against; 2: something differs; 1: an error, or an override that fails.
`;

/** Runs the command and returns its exit code. */
export function runCommand(args: readonly string[], output: Output): number {
  try {
    return run(args, output);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    output.err(`fleetstage: ${error.message}\n`);
    return EXIT.failed;
  }
}

function run(args: readonly string[], output: Output): number {
  const [command, ...rest] = args;
  if (command === undefined || command === 'help' || command === '--help' || command === '-h') {
    output.out(USAGE);
    return command === undefined ? EXIT.failed : EXIT.same;
  }
  if (command !== 'render') throw new UserError(`there is no command "${command}"; use render`);
  const options = readOptions(rest);
  if (options.help) {
    output.out(USAGE);
    return EXIT.same;
  }
  if (options.file.length === 0) throw new UserError('name the manifests with -f FILE or -f FOLDER');
  const after = stateOf(options.file, options);
  const rules = rulesOf(options);
  const rendered = renderState(after, { rules, wanted: options.placement });
  const code =
    options.against === undefined
      ? show(rendered, options, output)
      : compare(rendered, { ...options, rules }, output);
  return reportProblems(rendered, output) ? EXIT.failed : code;
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'file': { type: 'string', short: 'f', multiple: true, default: [] },
        'clusters': { type: 'string', multiple: true, default: [] },
        'placement': { type: 'string' },
        'against': { type: 'string' },
        'privileged-kinds': { type: 'string', multiple: true, default: [] },
        'config-map-envelopes': { type: 'boolean', default: false },
        'markdown': { type: 'boolean', default: false },
        'help': { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

const stateOf = (files: readonly string[], { clusters }: Options): FleetState =>
  toFleetState([...files, ...clusters].flatMap(readDocuments));

function show(rendered: readonly RenderedPlacement[], { markdown }: Options, output: Output): number {
  output.out(markdown ? printTable(rendered) : printManifests(rendered));
  return EXIT.same;
}

/** Clusters that the state before does not have in its own files are those of today. */
function compare(
  rendered: readonly RenderedPlacement[],
  { rules, ...options }: Options & { readonly rules: SelectionRules },
  output: Output,
): number {
  const state = stateOf([options.against ?? ''], options);
  const before = renderState(state, { rules, wanted: options.placement, isPast: true });
  const differences = compareStates(before, rendered);
  output.out(printDifferences(differences, { isMarkdown: options.markdown }));
  return differences.some(({ effects }) => effects.length > 0) ? EXIT.changed : EXIT.same;
}

function rulesOf(options: Options): SelectionRules {
  const privilegedKinds = options['privileged-kinds'].map(text => {
    const pattern = parseKindPattern(text);
    if (!pattern.ok) throw new UserError(`--privileged-kinds: ${pattern.error}`);
    return pattern.value;
  });
  return { privilegedKinds, configMapEnvelopes: options['config-map-envelopes'] };
}

/** Whether there are any; what is only worth knowing does not count. */
function reportProblems(rendered: readonly RenderedPlacement[], output: Output): boolean {
  const lines = rendered.flatMap(({ name, problem, variants }) => [
    ...(problem === undefined ? [] : [`placement ${name}: ${problem}`]),
    ...variants.flatMap(({ clusters, problem: failure }) =>
      failure === undefined ? [] : [`placement ${name}, ${nameClusters(clusters)}: ${failure}`],
    ),
  ]);
  for (const { name, notes } of rendered)
    for (const note of notes) output.err(`fleetstage: note: placement ${name}: ${note}\n`);
  for (const line of lines) output.err(`fleetstage: ${line}\n`);
  return lines.length > 0;
}
