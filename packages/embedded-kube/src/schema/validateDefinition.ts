import type { FieldError, KubeObject } from '../contracts';
import type { CrdNames, CrdSpec } from './crdSpec';
import { approvalErrors } from './definition/approval';
import { conversionErrors } from './definition/conversionErrors';
import { sharedErrors, versionErrors, versionListErrors } from './definition/versionErrors';
import { invalidError, notSupportedError, requiredError } from './fieldErrors';
import { isDeepEqual } from './jsonValues';
import { explainDns1035Label, explainSubdomain } from './names';

function dnsErrors(field: string, text: string | undefined, isLowered = false): readonly FieldError[] {
  if (!text) return [];
  const wrong = explainDns1035Label(isLowered ? text.toLowerCase() : text);
  const prefix = isLowered ? 'may have mixed case, but should otherwise match: ' : '';
  return wrong.length > 0 ? [invalidError(field, text, `${prefix}${wrong.join(',')}`)] : [];
}

function groupErrors(group: string | undefined): readonly FieldError[] {
  if (!group) return [requiredError('spec.group')];
  const wrong = explainSubdomain(group);
  if (wrong.length > 0) return [invalidError('spec.group', group, wrong.join(','))];
  if (!group.includes('.'))
    return [invalidError('spec.group', group, 'should be a domain with at least one dot')];
  return [];
}

function scopeErrors(scope: string | undefined): readonly FieldError[] {
  if (!scope) return [requiredError('spec.scope')];
  if (['Cluster', 'Namespaced'].includes(scope)) return [];
  return [notSupportedError('spec.scope', scope, ['Cluster', 'Namespaced'])];
}

function namesErrors(names: CrdNames): readonly FieldError[] {
  const at = 'spec.names';
  return [
    ...(['plural', 'singular', 'kind', 'listKind'] as const)
      .filter(field => !names[field])
      .map(field => requiredError(`${at}.${field}`)),
    ...dnsErrors(`${at}.plural`, names.plural),
    ...dnsErrors(`${at}.singular`, names.singular),
    ...dnsErrors(`${at}.kind`, names.kind, true),
    ...dnsErrors(`${at}.listKind`, names.listKind, true),
    ...(names.shortNames ?? []).flatMap((name, i) => dnsErrors(`${at}.shortNames[${i}]`, name)),
    ...(names.kind && names.kind === names.listKind
      ? [invalidError(`${at}.listKind`, names.listKind, 'kind and listKind may not be the same')]
      : []),
    ...(names.categories ?? []).flatMap((name, i) => dnsErrors(`${at}.categories[${i}]`, name)),
  ];
}

/** Everything wrong with `spec`, whatever it was before. */
export function validateDefinitionSpec(spec: CrdSpec | undefined): readonly FieldError[] {
  if (!spec) return [requiredError('spec')];
  const names = spec.names ?? { plural: '', kind: '' };
  // The server keeps an empty list as null.
  const versions = spec.versions ?? [];
  const missing = versions.flatMap((version, i) =>
    version.schema?.openAPIV3Schema ? [] : [requiredError(`spec.versions[${i}].schema.openAPIV3Schema`)],
  );
  return [
    ...groupErrors(spec.group),
    ...scopeErrors(spec.scope),
    ...missing,
    ...versions.flatMap((version, i) => versionErrors(version, i, versions)),
    ...versionListErrors(spec),
    ...namesErrors(names),
    ...sharedErrors(versions),
    ...conversionErrors(spec.conversion),
  ];
}

interface Status {
  readonly storedVersions?: readonly string[];
  readonly conditions?: readonly { readonly type: string; readonly status: string }[] | null;
}

const specOf = ({ spec }: KubeObject) => spec as CrdSpec;
const statusOf = ({ status }: KubeObject) => (status ?? {}) as Status;

const isEstablished = (crd: KubeObject) =>
  (statusOf(crd).conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True');

function storedErrors(crd: KubeObject): readonly FieldError[] {
  const field = 'status.storedVersions';
  const { storedVersions } = statusOf(crd);
  if (!storedVersions?.length) return [invalidError(field, null, 'must have at least one stored version')];
  const versions = specOf(crd)?.versions ?? [];
  const unstored = versions
    .filter(({ name, storage }) => storage && !storedVersions.includes(name))
    .map(({ name }) => invalidError(field, storedVersions, `must have the storage version ${name}`));
  const gone = storedVersions.flatMap((stored, i) =>
    versions.some(({ name }) => name === stored)
      ? []
      : [
          invalidError(
            `${field}[${i}]`,
            stored,
            `missing from spec.versions; ${stored} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${stored} and removes ${stored} from status.storedVersions`,
          ),
        ],
  );
  return [...unstored, ...gone];
}

const FREE =
  'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';

const preserveErrors = ({ preserveUnknownFields }: CrdSpec): readonly FieldError[] =>
  preserveUnknownFields ? [invalidError('spec.preserveUnknownFields', true, FREE)] : [];

function nameErrors({ metadata }: KubeObject, { names, group }: CrdSpec): readonly FieldError[] {
  return metadata.name === `${names?.plural}.${group}`
    ? []
    : [invalidError('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group')];
}

function immutableErrors(next: KubeObject, previous: KubeObject): readonly FieldError[] {
  const [after, before] = [specOf(next), specOf(previous)];
  const fields: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ...(isEstablished(previous)
      ? ([
          ['spec.scope', after.scope, before.scope],
          ['spec.names.kind', after.names.kind, before.names.kind],
        ] as const)
      : []),
    ['spec.group', after.group, before.group],
    ['spec.names.plural', after.names.plural, before.names.plural],
  ];
  return fields
    .filter(([, now, then]) => now !== then)
    .map(([field, now]) => invalidError(field, now, 'field is immutable'));
}

/**
 * Everything wrong with a CustomResourceDefinition, in the order of a real server.
 * @param specErrors of {@link validateDefinitionSpec}: the same content is judged once
 */
export function validateDefinition(
  next: KubeObject,
  previous: KubeObject | undefined,
  specErrors: readonly FieldError[],
): readonly FieldError[] {
  const spec = specOf(next);
  if (!spec) return specErrors;
  if (!previous)
    return [
      ...nameErrors(next, spec),
      ...specErrors,
      ...storedErrors(next),
      ...approvalErrors(next, undefined),
      ...preserveErrors(spec),
    ];
  // What of the status is written by itself is not judged against the versions.
  const isStatusOnly = isDeepEqual(spec, previous.spec);
  return [
    ...specErrors,
    ...immutableErrors(next, previous),
    ...(isStatusOnly ? [] : storedErrors(next)),
    ...approvalErrors(next, previous),
    ...(specOf(previous).preserveUnknownFields ? [] : preserveErrors(spec)),
  ];
}
