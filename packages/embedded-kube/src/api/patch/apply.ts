/** Server-side apply: a manager says what it wants to own, and owns exactly that from then on. */
import { isDeepStrictEqual } from 'node:util';

import { ApiError, type FieldError, type KubeObject, type ResourceType } from '../../contracts';
import { builtinZero } from '../../schema/builtin';
import { difference, emptySet, intersection, isEmpty, listPaths, union, type FieldSet } from './fieldSet';
import { withoutServerOwned, withoutUnwritable } from './ignoredFields';
import { compareText } from '../../text';
import { appliedByClient, syncLastApplied } from './lastApplied';
import {
  keyOf,
  ofKnownVersions,
  parseManagers,
  withManagers,
  withoutManagers,
  type Manager,
  type Managers,
} from './managers';
import type { Struct } from './schemaNode';
import { rootShape, type Shape } from './shape';
import { misfitOf } from './typedCheck';
import { mergeValues, pruneGivenUp } from './typedMerge';
import { apiVersionOf, trackAll } from './trackWrites';
import { compareValues, fieldsOf } from './typedSets';

export interface ApplyRequest {
  readonly live?: KubeObject;
  readonly body: KubeObject;
  readonly manager: string;
  /** Takes from others what they own with another value. */
  readonly force: boolean;
  readonly type: ResourceType;
  readonly subresource?: string;
  /** RFC 3339 in seconds. */
  readonly now: string;
}

/** What is no text is none. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function checkBody({ body, type }: ApplyRequest, shape: Shape): void {
  const [version, group = ''] = textOf(body.apiVersion).split('/').reverse();
  const gvk = `${group}/${version}, Kind=${textOf(body.kind)}`;
  if (body.kind !== type.kind || body.apiVersion !== apiVersionOf(type))
    throw new ApiError(400, 'BadRequest', `invalid object type: ${gvk}`);
  if (body.metadata?.managedFields)
    throw new ApiError(400, 'BadRequest', 'metadata.managedFields must be nil');
  const problem = misfitOf(body as unknown as Struct, shape);
  if (problem === undefined) return;
  const named = `${textOf(body.metadata?.namespace)}/${textOf(body.metadata?.name)}`;
  throw new ApiError(500, '', `failed to create typed patch object (${named}; ${gvk}): ${problem}`);
}

/** The body without what this (sub)resource does not write. */
function writablePart({ body, type, subresource, live }: ApplyRequest): KubeObject {
  const { apiVersion, kind, metadata, status, spec: _spec, ...rest } = body;
  if (subresource === 'status')
    return (
      type.isCustom ? { apiVersion, kind, status } : { ...rest, apiVersion, kind, metadata, status }
    ) as KubeObject;
  if (!type.subresources.includes('status') || live === undefined) return body;
  const { status: _status, ...main } = body;
  return main as KubeObject;
}

interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

function showManager({ name, operation, apiVersion, subresource }: Manager): string {
  const shown = subresource
    ? `${JSON.stringify(name)} with subresource ${JSON.stringify(subresource)}`
    : JSON.stringify(name);
  return operation === 'Update' ? `${shown} using ${apiVersion}` : shown;
}

/** What a real server sorts managers by. */
const identityOf = ({ name, operation, apiVersion, subresource }: Manager) =>
  JSON.stringify({
    manager: name,
    operation,
    ...(operation === 'Update' && { apiVersion }),
    ...(subresource && { subresource }),
  });

function conflictError(conflicts: readonly Conflict[]): ApiError {
  const found = [...conflicts]
    .sort((a, b) => compareText(identityOf(a.manager), identityOf(b.manager)))
    .map(({ manager, fields }) => ({ who: showManager(manager), paths: listPaths(fields) }));
  const causes: FieldError[] = found.flatMap(({ who, paths }) =>
    paths.map(field => ({ reason: 'FieldManagerConflict', message: `conflict with ${who}`, field })),
  );
  const text =
    causes.length === 1
      ? `1 conflict: ${causes[0].message}: ${causes[0].field}`
      : `${causes.length} conflicts: ${found
          .map(({ who, paths }) => [`conflicts with ${who}:`, ...paths.map(path => `- ${path}`)].join('\n'))
          .join('\n')}`;
  return new ApiError(409, 'Conflict', `Apply failed with ${text}`, { causes });
}

const isOwn = (manager: Manager, request: ApplyRequest) =>
  manager.operation === 'Apply' &&
  manager.name === request.manager &&
  (manager.subresource ?? '') === (request.subresource ?? '');

/** What is left to quarrel about. */
function disputed(conflicts: readonly Conflict[], request: ApplyRequest): readonly Conflict[] {
  if (request.force || conflicts.length === 0) return [];
  const allowed = appliedByClient(request);
  return conflicts
    .map(({ manager, fields }) => ({ manager, fields: difference(fields, allowed) }))
    .filter(({ fields }) => !isEmpty(fields));
}

/** Others keep what they own unless this apply changed it; without force a change of theirs is a refusal. */
function settle(
  managers: Managers,
  { written, removed }: ReturnType<typeof compareValues>,
  request: ApplyRequest,
): Map<string, Manager> {
  const conflicts: Conflict[] = [];
  const settled = new Map<string, Manager>();
  for (const [key, manager] of managers) {
    if (isOwn(manager, request)) {
      settled.set(key, manager);
      continue;
    }
    const contested = intersection(manager.fields, written);
    if (!isEmpty(contested)) conflicts.push({ manager, fields: contested });
    const fields = difference(difference(manager.fields, contested), removed);
    if (!isEmpty(fields)) settled.set(key, { ...manager, fields });
  }
  const refused = disputed(conflicts, request);
  if (refused.length > 0) throw conflictError(refused);
  return settled;
}

/** An object that nobody has managed so far belongs to one updater before its first apply. */
function knownManagers({ live, type, now }: ApplyRequest): Managers {
  const parsed = parseManagers(live?.metadata.managedFields) ?? new Map<string, Manager>();
  const known = ofKnownVersions(parsed, type);
  if (!live || known.size > 0) return known;
  const tracked = trackAll({ live, type, name: 'before-first-apply', now });
  return new Map([[keyOf(tracked), tracked]]);
}

const unionOf = (managers: Managers): FieldSet =>
  [...managers.values()].reduce((all, { fields }) => union(all, fields), emptySet);

/** The object as the configuration wants it, not yet defaulted, with its managers. @throws ApiError 409 on conflicts */
export function serverSideApply(request: ApplyRequest): KubeObject {
  const { live, body, type, subresource, now } = request;
  const shape = rootShape(type);
  checkBody(request, shape);
  const before = live ? withoutManagers(live) : builtinZero(type, body);
  const config = writablePart(request);
  const known = knownManagers(request);
  const applier = {
    name: request.manager,
    operation: 'Apply',
    apiVersion: apiVersionOf(type),
    ...(subresource && { subresource }),
  } as const;
  const key = keyOf(applier);
  const last = known.get(key);
  const wanted = withoutUnwritable(fieldsOf(config, shape), type, subresource);
  const fields = withoutServerOwned(wanted);
  const managers = new Map(known).set(key, { ...applier, fields, ...(last?.time && { time: last.time }) });
  const merged = mergeValues(before, config, shape);
  const managed = union(unionOf(managers), wanted);
  const next = last ? pruneGivenUp(merged, shape, { given: last.fields, managed }) : merged;
  const settled = settle(managers, withinScope(compareValues(before, next, shape), request), request);
  const own = settled.get(key);
  // What this (sub)resource does not write is not kept, and the apply counts as a change all the same.
  const isSame =
    isDeepStrictEqual(before, next) && isDeepStrictEqual(before, mergeValues(before, body, shape));
  if (own && !isSame) settled.set(key, { ...own, time: now });
  return withManagers(syncLastApplied(next as KubeObject, request), settled);
}

function withinScope(
  { written, removed }: ReturnType<typeof compareValues>,
  { type, subresource }: ApplyRequest,
) {
  return {
    written: withoutUnwritable(written, type, subresource),
    removed: withoutUnwritable(removed, type, subresource),
  };
}
