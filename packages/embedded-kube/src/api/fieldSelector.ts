import type { KubeObject, ResourceType } from '../contracts';
import { coreFieldOf } from '../schema/eventForms';
import { badRequest } from './errors';
import { labelsOf, readField } from './selectableFields';

export interface FieldRequirement {
  readonly field: string;
  readonly read: (object: KubeObject) => string;
  readonly value: string;
  readonly isEqual: boolean;
}

/** A backslash takes from a comma, an equals sign or a backslash its meaning. */
function splitTerms(text: string): string[] {
  return text.match(/(?:\\[^]|[^,\\]|\\$)+/g) ?? [];
}

const TERM = /^((?:\\[^]|(?!!=|=)[^])*?)(!=|==|=)([^]*)$/;

function unescapeValue(text: string): string {
  const refuse = (why: string) => badRequest(`invalid field selector: ${why}`);
  return text.replace(/\\[^]?|[,=]/g, found => {
    if (!found.startsWith('\\')) throw refuse(`unescaped character in value: ${found.charCodeAt(0)}`);
    if (found.length === 1 || !',=\\'.includes(found[1])) throw refuse(`invalid escape sequence: ${found}`);
    return found[1];
  });
}

/** @throws ApiError 400 for a field that this kind cannot be selected by */
export function parseFieldSelector(text: string | undefined, type: ResourceType): FieldRequirement[] {
  if (text === undefined || text === '') return [];
  return splitTerms(text).map(term => {
    const parsed = TERM.exec(term);
    if (!parsed) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
    const [, field, operator, value] = parsed;
    const wanted = unescapeValue(value);
    const { explain, fields } = labelsOf(type);
    if (!fields.includes(field)) throw badRequest(explain(field));
    // Events are kept in the form of the core group.
    const kept = type.group === 'events.k8s.io' ? coreFieldOf(field) : field;
    return { field, read: readField(kept), value: wanted, isEqual: operator !== '!=' };
  });
}

export const matchesFields = (requirements: readonly FieldRequirement[], object: KubeObject): boolean =>
  requirements.every(({ read, value, isEqual }) => (read(object) === value) === isEqual);
