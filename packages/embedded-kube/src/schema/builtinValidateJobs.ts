/** What a real server refuses in jobs and in what makes them. */
import { isDeepStrictEqual } from 'node:util';

import { none, notNegative, oneOf, required, selects, when, type Errors } from './builtinChecks';
import { structIn, type Draft } from './builtinDraft';
import { templateErrors } from './builtinValidatePod';
import { scheduleErrors, timeZoneErrors } from './builtinValidateSchedule';
import { immutable, specOf, type Check } from './builtinValidateWorkloads';
import { invalidError, requiredError } from './fieldErrors';

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
    ...oneOf(spec.completionMode, `${path}.completionMode`, ['NonIndexed', 'Indexed']),
    ...when(needsCount, () => requiredError(`${path}.completions`, 'when completion mode is Indexed')),
    ...templateErrors(template, `${path}.template`),
    ...when(!isFinite(policy), () =>
      requiredError(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"'),
    ),
  ];
}

/** What may still change in the pods of a job that is suspended: where they run, not what they are. */
const RESCHEDULED = ['nodeSelector', 'affinity', 'tolerations', 'schedulingGates'];

function fixedTemplateErrors(spec: Draft, old: Draft): Errors {
  if (old.suspend !== true) return immutable(spec, old, { field: 'template', path: 'spec.template' });
  const fixed = (owner: Draft) => {
    const pods = specOf(structIn(owner, 'template'));
    return Object.fromEntries(Object.entries(pods).filter(([field]) => !RESCHEDULED.includes(field)));
  };
  const [after, before] = [fixed(spec), fixed(old)];
  return immutable({ spec: after }, { spec: before }, { field: 'spec', path: 'spec.template.spec' });
}

/** A selector is drawn up for a new job; who writes the job later has to keep it. */
function jobSelectorErrors(spec: Draft): Errors {
  const labels = structIn(structIn(spec, 'template'), 'metadata')?.labels ?? null;
  const isSelected = selects(structIn(spec, 'selector'), (labels ?? {}) as Readonly<Record<string, string>>);
  return [
    ...required(spec, 'selector', 'spec'),
    ...when(!isSelected, () =>
      invalidError('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'),
    ),
  ];
}

const OWN_LABEL = 'batch.kubernetes.io/controller-uid';

/** A job without a selector gets one by its uid alone. */
function drawnSelectorErrors(job: Draft): Errors {
  const selector = structIn(specOf(job), 'selector');
  const uid = structIn(job, 'metadata')?.uid;
  const drawn = { matchLabels: { [OWN_LABEL]: uid } };
  if (!selector || isDeepStrictEqual(selector, drawn)) return none;
  const shown = {
    ...selector,
    matchLabels: { ...structIn(selector, 'matchLabels'), ...drawn.matchLabels },
  };
  return [invalidError('spec.selector', shown, '`selector` not auto-generated')];
}

/** What the server drew up for a job stays in its template. */
function drawnLabelErrors(job: Draft): Errors {
  const spec = specOf(job);
  const { uid, name } = structIn(job, 'metadata') ?? {};
  if (spec.manualSelector === true || !spec.selector) return none;
  const labels = structIn(structIn(structIn(spec, 'template'), 'metadata'), 'labels') ?? {};
  const drawn = [
    ['controller-uid', uid],
    ['job-name', name],
    [OWN_LABEL, uid],
    ['batch.kubernetes.io/job-name', name],
  ] as const;
  return drawn.flatMap(([key, value]) => {
    const path = `spec.template.metadata.labels[${key}]`;
    if (labels[key] === undefined) return [requiredError(path, `must be '${value}'`)];
    return when(labels[key] !== value, () => invalidError(path, labels[key], `must be '${value}'`));
  });
}

export const jobErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const old = previous && specOf(previous);
  const isElastic = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  return [
    ...(old ? drawnLabelErrors(next) : none),
    ...jobSpecErrors(spec, 'spec'),
    ...(old || spec.manualSelector === true ? jobSelectorErrors(spec) : drawnSelectorErrors(next)),
    ...(isElastic ? none : immutable(spec, old, { field: 'completions', path: 'spec.completions' })),
    ...immutable(spec, old, { field: 'selector', path: 'spec.selector' }),
    ...(old ? fixedTemplateErrors(spec, old) : none),
    ...immutable(spec, old, { field: 'completionMode', path: 'spec.completionMode' }),
  ];
};

/** Names of its jobs end in a time. */
const MOST_NAME = 52;

export const cronJobErrors: Check = (next, previous) => {
  const name = String(structIn(next, 'metadata')?.name ?? '');
  const spec = specOf(next);
  return [
    ...scheduleErrors(spec.schedule),
    ...timeZoneErrors(spec.timeZone),
    ...notNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
    ...oneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', ['Allow', 'Forbid', 'Replace']),
    ...jobSpecErrors(specOf(structIn(spec, 'jobTemplate')), 'spec.jobTemplate.spec'),
    ...notNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
    ...notNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
    ...when(!previous && name.length > MOST_NAME, () =>
      invalidError('metadata.name', name, `must be no more than ${MOST_NAME} characters`),
    ),
  ];
};
