/** What a real server refuses in workloads. */
import { isDeepStrictEqual } from 'node:util';

import {
  amountOrPercent,
  atMostAll,
  isNothing,
  labelsOf,
  none,
  notNegative,
  selectorErrors,
  selects,
  when,
  type Errors,
} from './builtinChecks';
import { isDraft, structIn, type Draft } from './builtinDraft';
import { templateErrors } from './builtinValidatePod';
import { forbiddenError, invalidError, notSupportedError, requiredError } from './fieldErrors';
import { explainDnsLabel } from './names';

export type Check = (next: Draft, previous: Draft | undefined) => Errors;

export const specOf = (object: Draft | undefined): Draft => structIn(object, 'spec') ?? {};

export function immutable(
  next: Draft,
  previous: Draft | undefined,
  { field, path }: { field: string; path: string },
): Errors {
  if (!previous || isDeepStrictEqual(next[field], previous[field])) return none;
  return [invalidError(path, next[field] ?? null, 'field is immutable')];
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

/** A selector that cannot be read selects nothing, and what is to be selected is not checked. */
function selectedTemplateErrors(spec: Draft): Errors {
  const selector = structIn(spec, 'selector');
  if (selectorErrors(selector, 'spec.selector').length === 0) return ownTemplateErrors(spec);
  return [invalidError('spec.selector', selector, 'invalid label selector')];
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
  const isTimed = structIn(template, 'spec')?.activeDeadlineSeconds !== undefined;
  const untimed = when(isTimed, () =>
    forbiddenError(
      'spec.template.spec.activeDeadlineSeconds',
      'activeDeadlineSeconds in ReplicaSet is not Supported',
    ),
  );
  return [...when(!isSelected, mismatch), ...errors, ...alwaysOnly, ...untimed];
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
  const rolling = isDraft(rollingUpdate)
    ? { MaxUnavailable: rollingUpdate.maxUnavailable ?? 0, MaxSurge: rollingUpdate.maxSurge ?? 0 }
    : null;
  const shown = JSON.stringify({ Type: type, RollingUpdate: rolling });
  const message = `Unsupported value: ${shown}: supported values: "Recreate", "RollingUpdate"`;
  return [{ reason: 'FieldValueNotSupported', field: 'spec.strategy', message }];
}

const COUNTS = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];

/** Counts are judged when a status is written. */
function statusErrors(next: Draft, previous: Draft | undefined): Errors {
  const status = structIn(next, 'status') ?? {};
  if (!previous || isDeepStrictEqual(next.status, previous.status)) return none;
  const numberIn = (field: string) => Number(status[field] ?? 0);
  const [replicas, available] = [numberIn('replicas'), numberIn('availableReplicas')];
  const notAbove = (field: string, most: number, of: string) =>
    when(numberIn(field) > most, () =>
      invalidError(`status.${field}`, numberIn(field), `cannot be greater than ${of}`),
    );
  return [
    ...[
      'observedGeneration',
      'replicas',
      ...COUNTS,
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ].flatMap(field => notNegative(status[field], `status.${field}`)),
    ...COUNTS.flatMap(field => notAbove(field, replicas, 'status.replicas')),
    ...when(available > numberIn('readyReplicas'), () =>
      invalidError('status.availableReplicas', available, 'cannot be greater than readyReplicas'),
    ),
  ];
}

export const deploymentErrors: Check = (next, previous) => {
  const wrong = statusErrors(next, previous);
  if (wrong.length > 0) return wrong;
  const spec = specOf(next);
  const [deadline, ready] = [Number(spec.progressDeadlineSeconds), Number(spec.minReadySeconds ?? 0)];
  return [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...ownSelectorErrors(spec, 'deployment'),
    ...selectedTemplateErrors(spec),
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
    ...selectedTemplateErrors(spec),
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

const UPDATES = ['RollingUpdate', 'OnDelete'];

/** As the server's own struct, which has nothing of a strategy that it does not know. */
const shownStrategy = ({ type }: Draft) => JSON.stringify({ Type: type, RollingUpdate: null });

const serviceNameErrors = (name: unknown): Errors =>
  typeof name === 'string' && name !== ''
    ? explainDnsLabel(name).map(text => invalidError('spec.serviceName', name, text))
    : none;

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
    ...serviceNameErrors(spec.serviceName),
    ...when(!['OrderedReady', 'Parallel'].includes(String(spec.podManagementPolicy)), () =>
      invalidError(
        'spec.podManagementPolicy',
        spec.podManagementPolicy,
        "must be 'OrderedReady' or 'Parallel'",
      ),
    ),
    ...when(!UPDATES.includes(String(strategy.type)), () => ({
      reason: 'FieldValueInvalid',
      field: 'spec.updateStrategy',
      message: `Invalid value: ${shownStrategy(strategy)}: must be 'RollingUpdate' or 'OnDelete'`,
    })),
    ...notNegative(
      structIn(strategy, 'rollingUpdate')?.partition,
      'spec.updateStrategy.rollingUpdate.partition',
    ),
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...ownSelectorErrors(spec, 'statefulset'),
    ...selectedTemplateErrors(spec),
  ];
};

function daemonRollingErrors(rolling: Draft): Errors {
  const path = 'spec.updateStrategy.rollingUpdate';
  if (!isNothing(rolling.maxUnavailable) || !isNothing(rolling.maxSurge)) return rollingErrors(rolling, path);
  return [requiredError(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')];
}

export const daemonSetErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const strategy = structIn(spec, 'updateStrategy') ?? {};
  const rolling = structIn(strategy, 'rollingUpdate');
  return [
    ...(spec.selector === undefined ? none : ownSelectorErrors(spec, 'daemonset')),
    ...selectedTemplateErrors(spec),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...when(!UPDATES.includes(String(strategy.type)), () => ({
      reason: 'FieldValueNotSupported',
      field: 'spec.updateStrategy',
      message: `Unsupported value: ${shownStrategy(strategy)}: supported values: "RollingUpdate", "OnDelete"`,
    })),
    ...(rolling && strategy.type === 'RollingUpdate' ? daemonRollingErrors(rolling) : none),
    ...immutable(spec, previous && specOf(previous), { field: 'selector', path: 'spec.selector' }),
  ];
};
