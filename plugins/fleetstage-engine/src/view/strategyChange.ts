import type { StageConfig, UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfShown } from '../staged/gates/gateKinds';
import type { GateNaming } from '../updaterun/namedGates';
import { viewStrategyStage, type StrategyStageView } from './previewStrategy';
import { listOf } from '../words';

interface Written extends GateNaming {
  readonly spec: UpdateStrategySpec;
  /** Entity refs. */
  readonly approvers: readonly string[];
}

/**
 * What a change of a strategy is, for its history; stages are the same by name.
 *
 *   a stage more                → Added stage prod.
 *   25% → 50%                   → Stage prod: at a time 25% → 50%.
 *   approvers                   → Approvers: none → group:default/sre.
 *   labels of the object alone  → undefined
 */
export function strategyChangeInWords(before: Written, after: Written): string | undefined {
  const old = new Map(before.spec.stages.map(stage => [stage.name, stage]));
  const now = new Map(after.spec.stages.map(stage => [stage.name, stage]));
  const added = [...now.keys()].filter(name => !old.has(name));
  const removed = [...old.keys()].filter(name => !now.has(name));
  const kept = [...now.keys()].filter(name => old.has(name));
  const isMoved = kept.join() !== [...old.keys()].filter(name => now.has(name)).join();
  const lines = [
    ...(added.length === 0 ? [] : [`Added stage ${listOf(added)}.`]),
    ...(removed.length === 0 ? [] : [`Removed stage ${listOf(removed)}.`]),
    ...(isMoved ? [`New order: ${[...now.keys()].join(', ')}.`] : []),
    ...kept.flatMap(name =>
      stageChange({ ...before, stage: old.get(name) }, { ...after, stage: now.get(name) }),
    ),
    ...approversChange(before.approvers, after.approvers),
  ];
  return lines.length === 0 ? undefined : lines.join(' ');
}

interface WrittenStage extends GateNaming {
  readonly stage: StageConfig | undefined;
}

function stageChange(before: WrittenStage, after: WrittenStage): string[] {
  if (before.stage === undefined || after.stage === undefined) return [];
  const [from, to] = [
    factsOf(viewStrategyStage(before.stage, before)),
    factsOf(viewStrategyStage(after.stage, after)),
  ];
  const changed = Object.keys(to)
    .filter(key => from[key] !== to[key])
    .map(key => `${key} ${from[key]} → ${to[key]}`);
  return changed.length === 0 ? [] : [`Stage ${after.stage.name}: ${changed.join(', ')}.`];
}

const factsOf = (stage: StrategyStageView): Readonly<Record<string, string>> => ({
  'clusters': stage.selector ?? 'none',
  'at a time': stage.concurrency,
  'ordered by': stage.sortingLabel ?? 'name',
  'before': gatesOf(stage.gatesBefore),
  'after': gatesOf(stage.gatesAfter),
});

const gatesOf = (gates: StrategyStageView['gatesBefore']) =>
  gates.map(gate => kindOfShown(gate.kind).sayPlanned(gate)).join(' and ') || 'no gate';

function approversChange(before: readonly string[], after: readonly string[]): string[] {
  if (before.join() === after.join()) return [];
  return [`Approvers: ${listOf(before) || 'none'} → ${listOf(after) || 'none'}.`];
}
