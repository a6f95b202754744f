import {
  annotationKeys,
  cutText,
  namedGatesAt,
  type NamedGate,
  type NamedGates,
  type Result,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AddedGate, GateProgress } from '../staged/gates/gate';
import { listOf } from '../words';
import { textOfThrown, type GatePlugin, type GatePlugins } from './gatePlugin';

const SIDES = ['before', 'after'] as const;

/** The gates that a strategy names beside its tasks, and what is known of their kinds. */
export interface GateNaming {
  /** What the annotation says; absent: there is none. */
  readonly gates?: Result<NamedGates>;
  /** Absent: whoever asks does not know what is installed, and unknown kinds are let through. */
  readonly gatePlugins?: GatePlugins;
}

/** Why no run may work by the gates that the annotation names, with the stage, the field and the fix. */
export function findNamedGateIssue(
  spec: Pick<UpdateStrategySpec, 'stages'>,
  { gates, gatePlugins: plugins }: GateNaming,
): string | undefined {
  if (gates === undefined) return undefined;
  if (!gates.ok) return gates.error;
  const stages = spec.stages.map(({ name }) => name);
  for (const [stage, sides] of Object.entries(gates.value)) {
    if (!stages.includes(stage))
      return at(stage, `the strategy has no stage of this name; use one of ${listOf(stages, 31)}`);
    for (const side of SIDES)
      for (const [index, gate] of sides[side].entries()) {
        const issue = plugins && findGateIssue(gate, side, plugins);
        if (issue !== undefined) return at(`${stage}.${side}[${index}].${issue.field}`, issue.text);
      }
  }
  return undefined;
}

/** A field may be as long as an annotation, and it goes into a condition. */
const at = (field: string, issue: string) =>
  `the annotation ${annotationKeys.gates}, ${cutText(field, LONGEST_FIELD)}: ${cutText(issue)}`;

const LONGEST_FIELD = 300;

interface Issue {
  readonly field: 'kind' | 'config';
  readonly text: string;
}

function findGateIssue(
  { kind, config }: NamedGate,
  side: (typeof SIDES)[number],
  plugins: GatePlugins,
): Issue | undefined {
  const plugin = plugins.get(kind);
  if (plugin === undefined) {
    const there = plugins.size === 0 ? 'none is' : `there are ${listOf([...plugins.keys()], 20)}`;
    return {
      field: 'kind',
      text: `the gate kind ${kind} is not installed (${there}); correct the name, or install it`,
    };
  }
  if (!plugin.sides.includes(side))
    return {
      field: 'kind',
      text: `${kind} may not be ${side} a stage, only ${plugin.sides.join(' or ')} it`,
    };
  const says = previewOf(plugin, config);
  return says.ok ? undefined : { field: 'config', text: says.error };
}

/** The config in words, or what is wrong with it. */
function previewOf(plugin: GatePlugin, config: unknown): Result<string> {
  try {
    const read = plugin.readConfig(config);
    return read.ok ? { ok: true, value: cutText(String(plugin.preview(read.value)), LONGEST_PREVIEW) } : read;
  } catch (error) {
    return { ok: false, error: `the gate kind ${plugin.name} failed on it: ${textOfThrown(error)}` };
  }
}

/** The memory of the named gates of one side, that nothing has happened at. */
export function planNamedGates(
  { gates, gatePlugins: plugins }: GateNaming,
  { stage, side }: { readonly stage: string; readonly side: (typeof SIDES)[number] },
): GateProgress[] {
  const named = gates?.ok ? namedGatesAt(gates.value, stage)[side] : [];
  return named.map(gate => ({ kind: gate.kind, added: describe(gate, plugins?.get(gate.kind)) }));
}

function describe({ kind, config }: NamedGate, plugin: GatePlugin | undefined): AddedGate {
  const says = plugin && previewOf(plugin, config);
  return {
    title: plugin?.title ?? kind,
    says: says?.ok ? says.value : asWritten(config),
    ...(config !== undefined && { config }),
  };
}

/** It is kept in the progress of each run, on each stage. */
const LONGEST_PREVIEW = 500;
const WRITTEN_AT_MOST = 120;

/** Of a kind that nobody knows the words of. */
const asWritten = (config: unknown): string =>
  config === undefined ? '' : cutText(JSON.stringify(config), WRITTEN_AT_MOST);
