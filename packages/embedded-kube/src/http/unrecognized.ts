import { badRequest } from '../api/errors';
import type { ApiError, ResourceType } from '../contracts';
import { goKindOf, reportJson } from '../schema/jsonText';
import { isObject } from '../schema/jsonValues';

/** What of a body is shown to who sent it. In bytes. */
const SHOWN = 30;

function summary(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const begin = bytes.subarray(0, SHOWN);
  const isLonger = bytes.length > SHOWN ? ' ...' : '';
  return begin.toString(begin[0] === 0x7b ? 'utf8' : 'hex') + isLonger;
}

/** A body of which not even the kind can be read. */
export function unrecognized(problem: string, bytes: Buffer, type: ResourceType | undefined): ApiError {
  const wanted = type ? ` (must be of type ${type.kind})` : '';
  return badRequest(`the object provided is unrecognized${wanted}: ${problem} (${summary(bytes)})`);
}

const NO_KIND = `couldn't get version/kind; json parse error: `;
/** The type that a real server reads first. */
const ENVELOPE = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

/** Why a text is no JSON. */
export const explainText = (text: string): string =>
  NO_KIND + (reportJson(text).problem ?? 'it cannot be read');

/** Why version and kind cannot be read from what a text was parsed to. */
export function explainEnvelope(value: unknown): string | undefined {
  if (!isObject(value))
    return `${NO_KIND}json: cannot unmarshal ${goKindOf(value)} into Go value of type ${ENVELOPE}`;
  const { apiVersion, kind } = value;
  for (const [field, part] of [
    ['apiVersion', apiVersion],
    ['kind', kind],
  ] as const) {
    if (part !== undefined && part !== null && typeof part !== 'string')
      return `${NO_KIND}json: cannot unmarshal ${goKindOf(part)} into Go struct field .${field} of type string`;
  }
  if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2)
    return `unexpected GroupVersion string: ${apiVersion}`;
  return undefined;
}

/** Built-in kinds are known by the path; a custom resource must say what it is. @throws ApiError 400 */
export function checkNamesKind(object: object, bytes: Buffer, type: ResourceType): void {
  const { kind, apiVersion } = object as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (kind && apiVersion) return;
  const missing = kind ? 'apiVersion' : 'Kind';
  throw unrecognized(`Object '${missing}' is missing in '${bytes.toString('utf8')}'`, bytes, type);
}
