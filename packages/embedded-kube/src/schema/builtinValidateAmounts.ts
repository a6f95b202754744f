/** What a real server refuses in claims, quotas, limits and namespaces. */
import { each, none, when, type Errors } from './builtinChecks';
import { structIn, type Draft } from './builtinDraft';
import { parseQuantity } from './builtinScalars';
import { specOf, type Check } from './builtinValidateWorkloads';
import { forbiddenError, invalidError, notSupportedError } from './fieldErrors';
import { explainQualifiedName } from './names';

const nanoOf = (value: unknown) => parseQuantity(String(value))?.nano ?? 0n;

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** @param spec of the PersistentVolumeClaim */
export function claimAmountErrors(spec: Draft): Errors {
  const modes = Array.isArray(spec.accessModes) ? spec.accessModes : [];
  const storage = structIn(structIn(spec, 'resources'), 'requests')?.storage;
  return [
    ...modes
      .filter(mode => !MODES.includes(String(mode)))
      .map(mode => notSupportedError('spec.accessModes', mode, MODES)),
    ...when(storage !== undefined && nanoOf(storage) <= 0n, () =>
      invalidError('spec.resources[storage]', storage, 'must be greater than zero'),
    ),
  ];
}

const NOT_OF_PODS = ['default', 'defaultRequest'];

export const limitRangeErrors: Check = next =>
  each(specOf(next), 'limits', 'spec', (limit, path) => {
    if (limit.type !== 'Pod') return none;
    return NOT_OF_PODS.filter(field => Object.keys(structIn(limit, field) ?? {}).length > 0).map(field =>
      forbiddenError(`${path}.${field}`, "may not be specified when `type` is 'Pod'"),
    );
  });

export const quotaErrors: Check = next =>
  Object.entries(structIn(specOf(next), 'hard') ?? {}).flatMap(([name, value]) => {
    const path = `spec.hard[${name}]`;
    return [
      ...explainQualifiedName(name).map(text => invalidError(path, name, text)),
      ...when(nanoOf(value) < 0n, () => invalidError(path, value, 'must be greater than or equal to 0')),
    ];
  });

const OWN_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];
const FINALIZER_RULE = 'name is neither a standard finalizer name nor is it fully qualified';

export const namespaceErrors: Check = (next, previous) => {
  const { finalizers } = specOf(next);
  const names = Array.isArray(finalizers) ? finalizers.map(String) : [];
  const phase = structIn(next, 'status')?.phase;
  const isLeaving = structIn(next, 'metadata')?.deletionTimestamp !== undefined;
  const wanted = isLeaving ? 'Terminating' : 'Active';
  const rule = isLeaving
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [
    ...names.flatMap(name => [
      ...explainQualifiedName(name).map(text => invalidError('spec.finalizers', name, text)),
      ...when(!name.includes('/') && !OWN_FINALIZERS.includes(name), () =>
        invalidError('spec.finalizers', name, FINALIZER_RULE),
      ),
    ]),
    ...when(previous !== undefined && phase !== wanted, () => invalidError('status.Phase', phase, rule)),
  ];
};
