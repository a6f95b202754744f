import { isJsonObject, type UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateNaming } from '../updaterun/namedGates';
import { validateStrategy } from '../updaterun/validateStrategy';
import { sentence } from '../words';

export interface SpecRefusalView {
  message: string;
  /** As the API server writes it. */
  field?: string;
}

/**
 * What every run would refuse of a strategy, whatever clusters it has: one rule for the editor, before it is saved, and for what
 * is written through the REST API. Nothing is said of what has not the shape of a strategy: the hub's schema refuses it.
 */
export function refuseSpec(spec: UpdateStrategySpec, naming: GateNaming = {}): SpecRefusalView[] {
  const verdict = isShaped(spec) ? validateStrategy(spec, naming) : undefined;
  if (verdict === undefined || verdict.ok) return [];
  const field = /^spec\.[^\s:]+/.exec(verdict.message)?.[0];
  return [{ message: sentence(verdict.message), ...(field !== undefined && { field }) }];
}

const isShaped = ({ stages }: { readonly stages?: unknown }) =>
  Array.isArray(stages) &&
  stages.every(
    stage =>
      isJsonObject(stage) && isListOrAbsent(stage.beforeStageTasks) && isListOrAbsent(stage.afterStageTasks),
  );

const isListOrAbsent = (tasks: unknown) =>
  tasks === undefined || (Array.isArray(tasks) && tasks.every(task => isJsonObject(task)));
