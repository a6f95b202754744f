import {
  parseIntOrPercent,
  parseLabelSelector,
  type StageConfig,
  type StageTask,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { pass, refuse, type Verdict } from '../decision';
import type { Side } from '../staged/gates/gate';
import { findGateKind, gateKinds } from '../staged/gates/gateKinds';
import { findNamedGateIssue, type GateNaming } from './namedGates';

const MOST_AFTER_TASKS = 2;

/**
 * May a run work by this strategy? Admission refuses most of it already; a strategy that slipped through fails the run
 * that uses it, with the field and the fix (C/UR-054, UR-055, UR-060, ST-002, ST-005, ST-011).
 */
export function validateStrategy(
  strategy: UpdateStrategySpec,
  named: GateNaming = {},
): Verdict<'InvalidStrategy'> {
  const seen = new Set<string>();
  for (const [index, stage] of strategy.stages.entries()) {
    const at = `spec.stages[${index}]`;
    const issue = seen.has(stage.name)
      ? `${at}.name: "${stage.name}" is used twice; every stage needs a name of its own`
      : findStageIssue(stage, at);
    if (issue !== undefined) return refuse('InvalidStrategy', issue);
    seen.add(stage.name);
  }
  const issue = findNamedGateIssue(strategy, named);
  return issue === undefined ? pass : refuse('InvalidStrategy', issue);
}

/**
 * The copy of a stage that a run keeps: waits in Go's form, no wait on approvals (RUL 30, C/ST-014, ST-015).
 *
 *     TimedWait 60s → 1m0s     Approval 0s → Approval
 */
export function normalizeStage(stage: StageConfig): StageConfig {
  return {
    ...stage,
    ...(stage.beforeStageTasks === undefined
      ? {}
      : { beforeStageTasks: stage.beforeStageTasks.map(normalizeTask) }),
    ...(stage.afterStageTasks === undefined
      ? {}
      : { afterStageTasks: stage.afterStageTasks.map(normalizeTask) }),
  };
}

/** What no kind knows stays as it is: `validateStrategy` refuses it. */
const normalizeTask = (task: StageTask) => findGateKind(task.type)?.normalize(task) ?? task;

function findStageIssue(stage: StageConfig, at: string): string | undefined {
  return (
    findSelectorIssue(stage, at) ??
    findConcurrencyIssue(stage, at) ??
    findBeforeIssue(stage.beforeStageTasks ?? [], `${at}.beforeStageTasks`) ??
    findAfterIssue(stage.afterStageTasks ?? [], `${at}.afterStageTasks`)
  );
}

function findSelectorIssue(stage: StageConfig, at: string): string | undefined {
  const parsed = stage.labelSelector === undefined ? undefined : parseLabelSelector(stage.labelSelector);
  return parsed === undefined || parsed.ok
    ? undefined
    : `${at}.labelSelector of stage "${stage.name}": ${parsed.error}`;
}

function findConcurrencyIssue(stage: StageConfig, at: string): string | undefined {
  const value = stage.maxConcurrency ?? 1;
  const parsed = parseIntOrPercent(value);
  const isPositive =
    parsed.ok && (parsed.value.kind === 'count' ? parsed.value.count > 0 : parsed.value.percent > 0);
  return isPositive
    ? undefined
    : `${at}.maxConcurrency: ${value} must be at least 1, or a share such as "25%"`;
}

function findBeforeIssue(tasks: readonly StageTask[], at: string): string | undefined {
  if (tasks.length > 1) return `${at}: at most one task may run before a stage, found ${tasks.length}`;
  const [task] = tasks;
  if (task === undefined) return undefined;
  if (!isFit(task, 'beforeStage')) {
    const fit = gateKinds.filter(({ sides }) => sides.includes('beforeStage')).map(({ type }) => type);
    return `${at}[0].type: only ${fit.join(' or ')} may run before a stage, not ${task.type}`;
  }
  return findTaskIssue(task, `${at}[0]`);
}

function findAfterIssue(tasks: readonly StageTask[], at: string): string | undefined {
  if (tasks.length > MOST_AFTER_TASKS)
    return `${at}: at most two tasks may run after a stage, found ${tasks.length}`;
  if (tasks.length === 2 && tasks[0].type === tasks[1].type) {
    return `${at}: two tasks of type ${tasks[0].type}; keep one of them`;
  }
  return tasks.map((task, i) => findTaskIssue(task, `${at}[${i}]`)).find(issue => issue !== undefined);
}

const isFit = ({ type }: StageTask, side: Side) => findGateKind(type)?.sides.includes(side) === true;

function findTaskIssue(task: StageTask, at: string): string | undefined {
  const kind = findGateKind(task.type);
  if (kind !== undefined) return kind.findIssue(task, at);
  return `${at}.type: "${task.type}" is no kind of task; use ${gateKinds.map(({ type }) => type).join(' or ')}`;
}
