/** What a real server refuses in workloads. */
import { isDeepStrictEqual } from 'node:util';

import {
  amountOrPercent,
  atMostAll,
  isNothing,
  labelsOf,
  none,
  notNegative,
  oneOf,
  required,
  selectorErrors,
  selects,
  when,
  type Errors,
} from './builtinChecks';
import { structIn, type Draft } from './builtinDraft';
import { templateErrors } from './builtinValidatePod';
import { forbiddenError, invalidError, notSupportedError, requiredError } from './fieldErrors';

export type Check = (next: Draft, previous: Draft | undefined) => Errors;

const specOf = (object: Draft | undefined): Draft => structIn(object, 'spec') ?? {};

export function immutable(
  next: Draft,
  previous: Draft | undefined,
  { field, path }: { field: string; path: string },
): Errors {
  if (!previous || isDeepStrictEqual(next[field], previous[field])) return none;
  return [invalidError(path, next[field], 'field is immutable')];
}

function ownSelectorErrors(spec: Draft, kind: string): Errors {
  const selector = structIn(spec, 'selector');
  if (!selector) return [requiredError('spec.selector')];
  const isEmpty =
    Object.keys(structIn(selector, 'matchLabels') ?? {}).length === 0 &&
    selector.matchExpressions === undefined;
  return [
    ...selectorErrors(selector, 'spec.selector'),
    ...when(isEmpty, () => invalidError('spec.selector', selector, `empty selector is invalid for ${kind}`)),
  ];
}

function ownTemplateErrors(spec: Draft): Errors {
  const template = structIn(spec, 'template');
  const metadata = structIn(template, 'metadata');
  const isSelected = selects(structIn(spec, 'selector'), labelsOf(metadata));
  const mismatch = () =>
    invalidError(
      'spec.template.metadata.labels',
      metadata?.labels ?? null,
      '`selector` does not match template `labels`',
    );
  const errors = templateErrors(template, 'spec.template');
  const policy = structIn(template, 'spec')?.restartPolicy;
  const alwaysOnly = when(policy !== undefined && policy !== 'Always', () =>
    notSupportedError('spec.template.spec.restartPolicy', policy, ['Always']),
  );
  return [...when(!isSelected, mismatch), ...errors, ...alwaysOnly];
}

function rollingErrors(rolling: Draft, path: string): Errors {
  const isStuck = isNothing(rolling.maxUnavailable) && isNothing(rolling.maxSurge);
  return [
    ...amountOrPercent(rolling.maxUnavailable, `${path}.maxUnavailable`),
    ...amountOrPercent(rolling.maxSurge, `${path}.maxSurge`),
    ...when(isStuck, () =>
      invalidError(`${path}.maxUnavailable`, rolling.maxUnavailable, 'may not be 0 when `maxSurge` is 0'),
    ),
    ...atMostAll(rolling.maxUnavailable, `${path}.maxUnavailable`),
  ];
}

function strategyErrors(strategy: Draft): Errors {
  const { type, rollingUpdate } = strategy;
  if (type === 'RollingUpdate')
    return rollingErrors(structIn(strategy, 'rollingUpdate') ?? {}, 'spec.strategy.rollingUpdate');
  if (type === 'Recreate') {
    return when(rollingUpdate !== undefined, () =>
      forbiddenError(
        'spec.strategy.rollingUpdate',
        "may not be specified when strategy `type` is 'Recreate'",
      ),
    );
  }
  // The whole strategy is shown as the server's own struct.
  const shown = `{"Type":${JSON.stringify(type)},"RollingUpdate":null}`;
  const message = `Unsupported value: ${shown}: supported values: "Recreate", "RollingUpdate"`;
  return [{ reason: 'FieldValueNotSupported', field: 'spec.strategy', message }];
}

export const deploymentErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const [deadline, ready] = [Number(spec.progressDeadlineSeconds), Number(spec.minReadySeconds ?? 0)];
  return [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...ownSelectorErrors(spec, 'deployment'),
    ...ownTemplateErrors(spec),
    ...strategyErrors(structIn(spec, 'strategy') ?? {}),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
    ...notNegative(spec.progressDeadlineSeconds, 'spec.progressDeadlineSeconds'),
    ...when(deadline <= ready, () =>
      invalidError('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'),
    ),
    ...immutable(spec, previous && specOf(previous), { field: 'selector', path: 'spec.selector' }),
  ];
};

export const replicaSetErrors: Check = (next, previous) => {
  const spec = specOf(next);
  return [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...ownSelectorErrors(spec, 'deployment'),
    ...ownTemplateErrors(spec),
    ...immutable(spec, previous && specOf(previous), { field: 'selector', path: 'spec.selector' }),
  ];
};

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

function fixedPart(spec: Draft): Draft {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !changeable.includes(field)));
}

export const statefulSetErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const isMoved = previous !== undefined && !isDeepStrictEqual(fixedPart(spec), fixedPart(specOf(previous)));
  const named = `${changeable
    .slice(0, -1)
    .map(field => `'${field}'`)
    .join(', ')} and 'minReadySeconds'`;
  const strategy = structIn(spec, 'updateStrategy') ?? {};
  if (isMoved)
    return [
      forbiddenError('spec', `updates to statefulset spec for fields other than ${named} are forbidden`),
    ];
  return [
    ...oneOf(spec.podManagementPolicy, 'spec.podManagementPolicy', ['OrderedReady', 'Parallel']),
    ...oneOf(strategy.type, 'spec.updateStrategy', ['RollingUpdate', 'OnDelete']),
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...ownSelectorErrors(spec, 'statefulset'),
    ...ownTemplateErrors(spec),
  ];
};

export const daemonSetErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const strategy = structIn(spec, 'updateStrategy') ?? {};
  const rolling = structIn(strategy, 'rollingUpdate');
  return [
    ...ownSelectorErrors(spec, 'daemonset'),
    ...ownTemplateErrors(spec),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...oneOf(strategy.type, 'spec.updateStrategy.type', ['RollingUpdate', 'OnDelete']),
    ...(rolling && strategy.type === 'RollingUpdate'
      ? rollingErrors(rolling, 'spec.updateStrategy.rollingUpdate')
      : none),
    ...immutable(spec, previous && specOf(previous), { field: 'selector', path: 'spec.selector' }),
  ];
};

const isFinite = (policy: unknown) => policy === 'OnFailure' || policy === 'Never';

function jobSpecErrors(spec: Draft, path: string): Errors {
  const template = structIn(spec, 'template');
  const policy = structIn(template, 'spec')?.restartPolicy;
  const counts = [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
  ];
  const needsCount = spec.completionMode === 'Indexed' && spec.completions === undefined;
  return [
    ...counts.flatMap(field => notNegative(spec[field], `${path}.${field}`)),
    ...oneOf(spec.completionMode, `${path}.completionMode`, ['Indexed', 'NonIndexed']),
    ...when(needsCount, () => requiredError(`${path}.completions`, 'when completion mode is Indexed')),
    ...templateErrors(template, `${path}.template`),
    ...when(!isFinite(policy), () =>
      requiredError(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"'),
    ),
  ];
}

export const jobErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const old = previous && specOf(previous);
  const isElastic = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  return [
    ...jobSpecErrors(spec, 'spec'),
    ...(isElastic ? none : immutable(spec, old, { field: 'completions', path: 'spec.completions' })),
    ...immutable(spec, old, { field: 'selector', path: 'spec.selector' }),
    ...(old?.suspend === true ? none : immutable(spec, old, { field: 'template', path: 'spec.template' })),
    ...immutable(spec, old, { field: 'completionMode', path: 'spec.completionMode' }),
  ];
};

function scheduleErrors(schedule: unknown): Errors {
  const text = String(schedule ?? '').trim();
  if (text === '') return [requiredError('spec.schedule')];
  const fields = text.split(/\s+/);
  if (text.startsWith('@') || fields.length === 5) return none;
  return [
    invalidError(
      'spec.schedule',
      schedule,
      `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`,
    ),
  ];
}

export const cronJobErrors: Check = next => {
  const spec = specOf(next);
  return [
    ...scheduleErrors(spec.schedule),
    ...notNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
    ...oneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', ['Allow', 'Forbid', 'Replace']),
    ...jobSpecErrors(specOf(structIn(spec, 'jobTemplate')), 'spec.jobTemplate.spec'),
    ...notNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
    ...notNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
  ];
};

export const budgetErrors: Check = next => {
  const spec = specOf(next);
  const { minAvailable, maxUnavailable } = spec;
  const hasBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  // Shown as the server's own struct, in whose order it is.
  const shown = JSON.stringify({
    MinAvailable: minAvailable ?? null,
    Selector: spec.selector ?? null,
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
  });
  const message = `Invalid value: ${shown}: minAvailable and maxUnavailable cannot be both set`;
  return [
    ...when(hasBoth, () => ({ reason: 'FieldValueInvalid', field: 'spec', message })),
    ...(['minAvailable', 'maxUnavailable'] as const).flatMap(field => [
      ...amountOrPercent(spec[field], `spec.${field}`),
      ...atMostAll(spec[field], `spec.${field}`),
    ]),
    ...selectorErrors(spec.selector, 'spec.selector'),
  ];
};

export const autoscalerErrors: Check = next => {
  const spec = specOf(next);
  const target = structIn(spec, 'scaleTargetRef');
  const [least, most] = [Number(spec.minReplicas ?? 1), Number(spec.maxReplicas ?? 0)];
  return [
    ...when(least < 1, () => invalidError('spec.minReplicas', least, 'must be greater than or equal to 1')),
    ...when(most < 1, () => requiredError('spec.maxReplicas', 'must be set and greater than 0')),
    ...when(most < least, () =>
      invalidError('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`'),
    ),
    ...required(target, 'kind', 'spec.scaleTargetRef'),
    ...required(target, 'name', 'spec.scaleTargetRef'),
    ...when(!target?.apiVersion, () =>
      invalidError('spec.scaleTargetRef.apiVersion', '', 'apiVersion must specify API group'),
    ),
  ];
};
