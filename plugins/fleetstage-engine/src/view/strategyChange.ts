import {
  isSameJson,
  type StageConfig,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfShown } from '../staged/gates/gateKinds';
import { viewStrategyStage, type StrategyStageView } from './previewStrategy';
import { listOf } from '../words';

interface Written {
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
    ...kept.flatMap(name => stageChange(old.get(name), now.get(name))),
    ...approversChange(before.approvers, after.approvers),
  ];
  return lines.length === 0 ? undefined : lines.join(' ');
}

function stageChange(before: StageConfig | undefined, after: StageConfig | undefined): string[] {
  if (before === undefined || after === undefined || isSameJson(before, after)) return [];
  const [from, to] = [factsOf(viewStrategyStage(before)), factsOf(viewStrategyStage(after))];
  const changed = Object.keys(to)
    .filter(key => from[key] !== to[key])
    .map(key => `${key} ${from[key]} → ${to[key]}`);
  return changed.length === 0 ? [] : [`Stage ${after.name}: ${changed.join(', ')}.`];
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
