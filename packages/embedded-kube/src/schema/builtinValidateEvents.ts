import type { FieldError, KubeObject } from '../contracts';
import { toCoreEvent } from './eventForms';
import { invalidError, requiredError } from './fieldErrors';
import { isDeepEqual } from './jsonValues';
import { explainQualifiedName } from './names';

interface Event extends KubeObject {
  readonly involvedObject?: Readonly<Record<string, string>>;
  readonly eventTime?: string | null;
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
  readonly action?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly type?: string;
  readonly count?: number;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string | null };
}

const MOST_LETTERS = 128;
const MOST_OF_NOTE = 1024;
const WITHOUT_NAMESPACE = ['default', 'kube-system'];

/** The value is not shown again. */
const wrong = (field: string, why: string) => invalidError(field, '', why);

const tooLong = (field: string, text: string, most: number): FieldError[] =>
  Buffer.byteLength(text) > most ? [wrong(field, `can have at most ${most} characters`)] : [];

const wanted = (field: string, text = '', most = MOST_LETTERS): FieldError[] =>
  text === '' ? [requiredError(field)] : tooLong(field, text, most);

/** An event is where its object is; only one that gives its time may be of another namespace. */
function placeErrors({ involvedObject, eventTime, metadata }: Event): FieldError[] {
  const { namespace: home = '' } = metadata;
  const { namespace = '' } = involvedObject ?? {};
  const isRight = eventTime
    ? namespace !== '' || WITHOUT_NAMESPACE.includes(home)
    : namespace === home || (namespace === '' && home === WITHOUT_NAMESPACE[0]);
  const why = 'does not match event.namespace';
  return isRight ? [] : [invalidError('involvedObject.namespace', namespace, why)];
}

/** What holds for events of either group. */
function commonErrors(event: Event, reporter: string): FieldError[] {
  const { reportingComponent = '', reportingInstance, action, reason, message = '' } = event;
  const place = placeErrors(event);
  if (!event.eventTime) return place;
  return [
    ...place,
    ...(reportingComponent === '' ? [requiredError(reporter)] : []),
    ...explainQualifiedName(reportingComponent).map(text => invalidError(reporter, reportingComponent, text)),
    ...wanted('reportingInstance', reportingInstance),
    ...wanted('action', action),
    ...wanted('reason', reason),
    ...tooLong('message', message, MOST_OF_NOTE),
  ];
}

function seriesErrors({ series }: Event): FieldError[] {
  if (!series) return [];
  return [
    ...((series.count ?? 0) < 2 ? [wrong('series.count', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [requiredError('series.lastObservedTime')]),
  ];
}

function newErrors(event: Event): FieldError[] {
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count, source } = event;
  const unset = (field: string, isSet: unknown) => (isSet ? [wrong(field, 'needs to be unset')] : []);
  return [
    ...seriesErrors(event),
    ...(eventTime ? [] : [requiredError('eventTime')]),
    ...(['Normal', 'Warning'].includes(type) ? [] : [wrong('type', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', firstTimestamp),
    ...unset('lastTimestamp', lastTimestamp),
    ...unset('count', count),
    ...unset('source', source?.component || source?.host),
  ];
}

const IMMUTABLE = [
  ...['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'reason'],
  ...['type', 'eventTime', 'action', 'related', 'reportingComponent', 'reportingInstance'],
];
const TARGET = ['Kind', 'Namespace', 'Name', 'UID', 'APIVersion', 'ResourceVersion', 'FieldPath'];

/** Objects are shown by the names that their fields have inside of a server. */
function shown(field: string, value: unknown): string {
  if (field !== 'involvedObject' && field !== 'related') return JSON.stringify(value ?? null);
  const fields = Object.entries((value ?? {}) as Record<string, string>);
  const ordered = TARGET.map(name => [
    name,
    fields.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? '',
  ]);
  return JSON.stringify(Object.fromEntries(ordered));
}

function changeErrors(next: Event, previous: Event): FieldError[] {
  const series = isDeepEqual(next.series, previous.series) ? [] : seriesErrors(next);
  const moved = IMMUTABLE.filter(field => !isDeepEqual(next[field], previous[field])).map(field => ({
    reason: 'FieldValueInvalid',
    field: field === 'reportingComponent' ? 'reportingController' : field,
    message: `Invalid value: ${shown(field, next[field])}: field is immutable`,
  }));
  return [...series, ...moved];
}

/** Both groups are judged in the form that is kept, by whose names the fields are reported. */
export function eventErrors(next: KubeObject, previous: KubeObject | undefined): readonly FieldError[] {
  if (next.apiVersion === 'v1') return commonErrors(next as Event, 'reportingComponent');
  const event = toCoreEvent(next) as Event;
  const common = commonErrors(event, 'reportingController');
  const own = previous ? changeErrors(event, toCoreEvent(previous) as Event) : newErrors(event);
  return [...common, ...own];
}
