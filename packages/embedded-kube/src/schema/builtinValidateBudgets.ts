/** What a real server refuses in what bounds and scales workloads. */
import { amountOrPercent, atMostAll, required, selectorErrors, when } from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import { specOf, type Check } from './builtinValidateWorkloads';
import { forbiddenError, invalidError, requiredError } from './fieldErrors';

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

/** One that can call for a first replica. */
const hasOuterMetric = (spec: Draft) =>
  listIn(spec, 'metrics').some(({ type }) => type === 'Object' || type === 'External');

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
    ...when(spec.minReplicas === 0 && !hasOuterMetric(spec), () =>
      forbiddenError(
        'spec.metrics',
        'must specify at least one Object or External metric to support scaling to zero replicas',
      ),
    ),
  ];
};
