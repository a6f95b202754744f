import {
  parseDuration,
  parseIntOrPercent,
  parseLabelSelector,
  type IntOrString,
  type MemberLabelSelector,
  type RolloutSequenceSpec,
  type SequenceFailurePolicy,
  type SequenceStage,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Issue } from '../issue';
import { parseVersion } from '../versions/version';
import { lacksCatchAll } from './catchAll';

export type SequenceIssueCode =
  | 'STAGES_REQUIRED'
  | 'STAGE_NAME_DUPLICATE'
  | 'FLEETS_REQUIRED'
  | 'CATCH_ALL_MISSING'
  | 'CATCH_ALL_DUPLICATE'
  | 'STAGE_UNREACHABLE'
  | 'SOAK_OUT_OF_RANGE'
  | 'CONCURRENCY_OUT_OF_RANGE'
  | 'FAILURE_LIMIT_OUT_OF_RANGE'
  | 'DURATION_INVALID'
  | 'SELECTOR_INVALID'
  | 'VERSION_INCOMPLETE'
  | 'FLEET_NOT_FOUND'
  | 'FLEET_IN_OTHER_SEQUENCE';

export type SequenceIssue = Issue<SequenceIssueCode>;

const MAX_SOAK_MS = 720 * 3_600_000;

/**
 * Everything that one sequence can have wrong by itself, for REST and editor (D §2.2, E/RV-001…006): admission refuses the
 * same with the same codes, but only on save, and may stop at the first.
 */
export function validateSequence(spec: RolloutSequenceSpec): readonly SequenceIssue[] {
  const { stages } = spec;
  if (stages.length === 0)
    return [error('STAGES_REQUIRED', 'spec.stages', 'A sequence needs at least one stage; add one')];
  return [
    ...stages.flatMap((stage, index) => findStageIssues(stages, stage, index)),
    ...fleetsOf(stages).flatMap(fleet => findCatchAllIssues(stages, fleet)),
    ...findSelectorIssue(spec.ignoredClustersSelector, 'spec.ignoredClustersSelector'),
    ...findLimitIssue(spec.maxUpgradeTime),
    ...findFailureIssue(spec.failurePolicy),
    ...findTargetIssue(spec.target?.version),
  ];
}

/** The fleets that stages name, in their order. */
export const fleetsOf = (stages: readonly SequenceStage[]): readonly string[] => [
  ...new Set(stages.flatMap(({ fleets }) => fleets)),
];

const error = (code: SequenceIssueCode, path: string, message: string): SequenceIssue => ({
  code,
  severity: 'Error',
  path,
  message,
});

function findStageIssues(
  stages: readonly SequenceStage[],
  stage: SequenceStage,
  index: number,
): SequenceIssue[] {
  const at = `spec.stages[${index}]`;
  const { name, fleets, soakDuration = '0s', maxConcurrency = '100%' } = stage;
  const issues: SequenceIssue[] = [];
  if (stages.findIndex(other => other.name === name) < index)
    issues.push(error('STAGE_NAME_DUPLICATE', `${at}.name`, `Stage "${name}" is there twice; rename one`));
  if (fleets.length === 0)
    issues.push(error('FLEETS_REQUIRED', `${at}.fleets`, `Stage "${name}" names no fleet; add one`));
  issues.push(...findSelectorIssue(stage.clusterSelector, `${at}.clusterSelector`));
  const soakMs = durationMs(soakDuration);
  if (soakMs === undefined || soakMs > MAX_SOAK_MS) {
    const range = 'it must be from 0s to 720h (30 days), such as 72h';
    issues.push(
      error(
        'SOAK_OUT_OF_RANGE',
        `${at}.soakDuration`,
        `Stage "${name}" soaks for "${soakDuration}"; ${range}`,
      ),
    );
  }
  if (!isCountOrShare(maxConcurrency))
    issues.push(
      error(
        'CONCURRENCY_OUT_OF_RANGE',
        `${at}.maxConcurrency`,
        `"${maxConcurrency}" of stage "${name}" must be a number from 1, or a share from 1% to 100%`,
      ),
    );
  return issues;
}

/** A number from 1, or a share from 1% to 100%. */
function isCountOrShare(value: IntOrString): boolean {
  const parsed = parseIntOrPercent(value);
  if (!parsed.ok) return false;
  if (parsed.value.kind === 'count') return parsed.value.count >= 1;
  return parsed.value.percent >= 1 && parsed.value.percent <= 100;
}

/** Per fleet at most one code: what is missing cannot be in the wrong place. */
function findCatchAllIssues(stages: readonly SequenceStage[], fleet: string): SequenceIssue[] {
  const own = stages.flatMap((stage, index) => (stage.fleets.includes(fleet) ? [{ stage, index }] : []));
  const catchAlls = own.filter(({ stage }) => stage.clusterSelector === undefined);
  if (lacksCatchAll(stages, fleet)) {
    const { index } = own[own.length - 1];
    return [
      error(
        'CATCH_ALL_MISSING',
        `spec.stages[${index}]`,
        `Clusters of fleet "${fleet}" that no selector matches have no stage; add a stage for the fleet without clusterSelector behind this one`,
      ),
    ];
  }
  if (catchAlls.length > 1)
    return catchAlls
      .slice(1)
      .map(({ stage, index }) =>
        error(
          'CATCH_ALL_DUPLICATE',
          `spec.stages[${index}]`,
          `Stage "${catchAlls[0].stage.name}" already takes all clusters of fleet "${fleet}"; remove "${stage.name}", or give the first of them a clusterSelector`,
        ),
      );
  const [{ stage: catchAll, index: last }] = catchAlls;
  return own
    .filter(({ index }) => index > last)
    .map(({ stage, index }) =>
      error(
        'STAGE_UNREACHABLE',
        `spec.stages[${index}]`,
        `Stage "${stage.name}" gets no cluster of fleet "${fleet}", for "${catchAll.name}" before it takes all; move "${catchAll.name}" behind it`,
      ),
    );
}

function findSelectorIssue(selector: MemberLabelSelector | undefined, path: string): SequenceIssue[] {
  if (selector === undefined) return [];
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length + matchExpressions.length === 0)
    return [error('SELECTOR_INVALID', path, 'The selector is empty; leave it out, or add a label')];
  const parsed = parseLabelSelector(selector);
  return parsed.ok ? [] : [error('SELECTOR_INVALID', path, `${parsed.error}; correct the selector`)];
}

function findLimitIssue(limit = '720h'): SequenceIssue[] {
  const ms = durationMs(limit);
  return ms !== undefined && ms > 0
    ? []
    : [error('DURATION_INVALID', 'spec.maxUpgradeTime', `"${limit}" is not a duration such as 720h`)];
}

function findFailureIssue(policy: SequenceFailurePolicy | undefined): SequenceIssue[] {
  if (policy === undefined || isCountOrShare(policy.maxFailedClusters)) return [];
  return [
    error(
      'FAILURE_LIMIT_OUT_OF_RANGE',
      'spec.failurePolicy.maxFailedClusters',
      `"${policy.maxFailedClusters}" failed clusters must be a number from 1, or a share from 1% to 100%; leave failurePolicy out to pause for none`,
    ),
  ];
}

function findTargetIssue(version: string | undefined): SequenceIssue[] {
  const parsed = version === undefined ? undefined : parseVersion(version);
  return parsed === undefined || parsed.ok
    ? []
    : [error('VERSION_INCOMPLETE', 'spec.target.version', `${parsed.error}; name the patch, too`)];
}

/** Hours, minutes and seconds alone (E/KD-013). */
function durationMs(text: string): number | undefined {
  const parsed = /^([0-9]+(\.[0-9]+)?[smh])+$/.test(text) ? parseDuration(text) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}
