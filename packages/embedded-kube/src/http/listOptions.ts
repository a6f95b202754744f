import { ApiError, type FieldError } from '../contracts';
import { badRequest } from '../api/errors';
import { forbiddenError, joinFieldErrors, notSupportedError } from '../schema/fieldErrors';
import { isFlag } from '../text';

/** What the query says of a list or a watch, before its selectors. */
export interface ListOptions {
  readonly isWatch: boolean;
  /** 0 and less: none. */
  readonly limit: number;
  /** Absent: not given. */
  readonly timeoutSeconds?: number;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  readonly allowsBookmarks: boolean;
  /** Absent: not given. */
  readonly sendInitialEvents?: boolean;
}

/** @throws ApiError 400, 422 */
export function readListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const initial = query.get('sendInitialEvents');
  const options = {
    isWatch,
    limit: readInteger(query.get('limit')) ?? 0,
    timeoutSeconds: readInteger(query.get('timeoutSeconds')),
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    continue: query.get('continue') ?? '',
    allowsBookmarks: isFlag(query.get('allowWatchBookmarks')),
    ...(initial === null ? {} : { sendInitialEvents: isFlag(initial) }),
  };
  const errors = isWatch ? explainWatch(options) : explainList(options);
  if (errors.length > 0) throw invalidOptions(errors);
  return options;
}

/** As Go reads a whole number of 64 bits. @throws ApiError 400 */
export function readInteger(text: string | null): number | undefined {
  if (text === null) return undefined;
  const isNumber = /^[+-]?\d+$/.test(text);
  if (isNumber && BigInt(text) === BigInt.asIntN(64, BigInt(text))) return Number(text);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
}

function explainWatch(options: ListOptions): FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const isRight = match === 'NotOlderThan';
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && !isRight)
    errors.push(ofMatch('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  if (match === '') return errors;
  if (sendInitialEvents === undefined)
    errors.push(ofMatch('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  if (!isRight) errors.push(notSupportedError('resourceVersionMatch', match, ['NotOlderThan']));
  if (options.continue !== '') errors.push(ofMatch(NOT_WITH_CONTINUE));
  return errors;
}

function explainList(options: ListOptions): FieldError[] {
  const { resourceVersionMatch: match, resourceVersion, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (match !== '') {
    if (resourceVersion === '')
      errors.push(ofMatch('resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (options.continue !== '') errors.push(ofMatch(NOT_WITH_CONTINUE));
    if (match !== 'Exact' && match !== 'NotOlderThan')
      errors.push(notSupportedError('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
    if (match === 'Exact' && resourceVersion === '0')
      errors.push(ofMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  if (sendInitialEvents !== undefined)
    errors.push(forbiddenError('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return errors;
}

const NOT_WITH_CONTINUE = 'resourceVersionMatch is forbidden when continue is provided';
const ofMatch = (detail: string) => forbiddenError('resourceVersionMatch', detail);

const invalidOptions = (causes: readonly FieldError[]) =>
  new ApiError(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: ${joinFieldErrors(causes)}`, {
    group: 'meta.k8s.io',
    kind: 'ListOptions',
    causes,
  });
