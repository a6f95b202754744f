import type { FieldError, KubeObject } from '../../contracts';
import { none, when, type Errors } from '../../schema/builtinChecks';
import { listIn, structIn, type Draft } from '../../schema/builtinDraft';
import { forbiddenError, invalidError, requiredError } from '../../schema/fieldErrors';
import { explainQualifiedName } from '../../schema/names';

const LISTED = ['In', 'NotIn'];
const UNLISTED = ['Exists', 'DoesNotExist'];

/** What is wrong with a question about somebody's rights, in the order of a real server. */
export function validateReview(review: KubeObject): Errors {
  const spec = structIn(review as unknown as Draft, 'spec');
  const isSelf = review.kind === 'SelfSubjectAccessReview';
  const isLocal = review.kind === 'LocalSubjectAccessReview';
  return [
    ...specErrors(spec, isSelf),
    ...metadataErrors(review, isLocal),
    ...(isLocal ? localErrors(review, spec) : none),
  ];
}

function specErrors(spec: Draft | undefined, isSelf: boolean): Errors {
  const [resource, path] = [structIn(spec, 'resourceAttributes'), structIn(spec, 'nonResourceAttributes')];
  const both = () =>
    invalidError(
      'spec.nonResourceAttributes',
      shownPath(path),
      'cannot be specified in combination with resourceAttributes',
    );
  const neither = () =>
    invalidError(
      'spec.resourceAttributes',
      null,
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    );
  const isNobody = !isSelf && !spec?.user && !hasItems(spec?.groups);
  return [
    ...when(resource !== undefined && path !== undefined, both),
    ...when(resource === undefined && path === undefined, neither),
    ...when(isNobody, () => invalidError('spec.user', '', 'at least one of user or group must be specified')),
    ...(['fieldSelector', 'labelSelector'] as const).flatMap(field =>
      selectorErrors(structIn(resource, field), `spec.resourceAttributes.${field}`),
    ),
  ];
}

/** As the server prints its own struct. */
const shownPath = (path: Draft | undefined) => ({ Path: path?.path ?? '', Verb: path?.verb ?? '' });

const hasItems = (value: unknown) => Array.isArray(value) && value.length > 0;

function selectorErrors(selector: Draft | undefined, path: string): Errors {
  if (!selector) return none;
  const isRaw = Boolean(selector.rawSelector);
  const isListed = hasItems(selector.requirements);
  if (isRaw && isListed) {
    const detail = 'may not specified at the same time as requirements';
    return [invalidError(`${path}.rawSelector`, selector.rawSelector, detail)];
  }
  if (!isRaw && !isListed) {
    const detail = `when ${path} is specified, requirements or rawSelector is required`;
    return [requiredError(`${path}.requirements`, detail)];
  }
  const isOfLabels = path.endsWith('labelSelector');
  return listIn(selector, 'requirements').flatMap((item, index) => {
    const place = `${path}.requirements[${index}]`;
    const values = valuesErrors(item, place);
    return isOfLabels ? [...values, ...labelErrors(item, place)] : [...fieldErrors(item, place), ...values];
  });
}

const labelErrors = ({ key = '' }: Draft, path: string): readonly FieldError[] =>
  explainQualifiedName(String(key)).map(text => invalidError(`${path}.key`, key, text));

const fieldErrors = ({ key }: Draft, path: string): Errors =>
  when(!key, () => requiredError(`${path}.key`, 'must be specified'));

function valuesErrors({ operator, values }: Draft, path: string): Errors {
  const isListed = LISTED.includes(String(operator));
  const isUnlisted = UNLISTED.includes(String(operator));
  return [
    ...when(isListed && !hasItems(values), () =>
      requiredError(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"),
    ),
    ...when(isUnlisted && hasItems(values), () =>
      forbiddenError(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
    ),
  ];
}

function metadataErrors({ metadata }: KubeObject, isLocal: boolean): Errors {
  const { managedFields: _managed, namespace, ...rest } = metadata;
  const named = isLocal ? rest : { ...rest, ...(namespace ? { namespace } : {}) };
  const detail = isLocal ? 'must be empty except for namespace' : 'must be empty';
  return when(Object.keys(named).length > 0, () => ({
    ...invalidError('metadata', null, detail),
    message: `Invalid value: ${JSON.stringify(inOrder(metadata))}: ${detail}`,
  }));
}

/** As Go writes it, which is not by the alphabet. */
function inOrder(metadata: KubeObject['metadata']): object {
  const { name, generateName, namespace, labels, annotations, managedFields, ...rest } = metadata;
  return {
    ...{ name, generateName, namespace, ...rest, labels, annotations },
    managedFields: managedFields?.map(({ manager, operation, apiVersion, time, fieldsType, fieldsV1 }) => ({
      ...{ manager, operation, apiVersion, time, fieldsType, fieldsV1 },
    })),
  };
}

function localErrors({ metadata }: KubeObject, spec: Draft | undefined): Errors {
  const resource = structIn(spec, 'resourceAttributes');
  const path = structIn(spec, 'nonResourceAttributes');
  const namespace = resource?.namespace ?? '';
  const field = 'spec.resourceAttributes.namespace';
  return [
    ...when(resource !== undefined && namespace !== (metadata.namespace ?? ''), () =>
      invalidError(field, namespace, 'must match metadata.namespace'),
    ),
    ...when(path !== undefined, () =>
      invalidError('spec.nonResourceAttributes', shownPath(path), 'disallowed on this kind of request'),
    ),
  ];
}
