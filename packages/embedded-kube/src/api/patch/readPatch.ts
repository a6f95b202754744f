import { DeadlineError, runWithin } from '../../deadline';
import type { RepeatedFields } from '../../contracts';
import { checkJsonLimits } from '../../http/checkJsonLimits';
import { readYaml, type ReadYaml } from '../../http/readYaml';
import { doubledFields, goKindOf, reportJson } from '../../schema/jsonText';
import { badRequest } from '../errors';
import { isStruct, type Struct } from './schemaNode';
import { wellFormed } from '../../http/wellFormed';

export interface ReadPatch {
  readonly value: unknown;
  /** Absent where every field occurs once. */
  readonly repeated?: RepeatedFields;
}

/** Some documents take very long for their length. */
const YAML_MS = 750;

/** @param before begins the refusal of what is no JSON @throws ApiError 400 */
export function readJson(text: string, before: string): ReadPatch {
  const value = parseJson(text, before);
  const problem = checkJsonLimits(value);
  if (problem !== undefined) throw badRequest(before + problem);
  const messages = doubledFields(text, value).map(field => `duplicate field ${JSON.stringify(field)}`);
  return messages.length === 0 ? { value } : { value, repeated: { warnings: messages, refusals: messages } };
}

function parseJson(text: string, before: string): unknown {
  try {
    return JSON.parse(wellFormed(text));
  } catch {
    throw badRequest(before + (reportJson(text).problem ?? 'it cannot be read'));
  }
}

const YAML = 'error decoding YAML: ';

/** A configuration to apply; nothing is an empty one. @throws ApiError 400 */
export function readConfiguration(text: string): ReadPatch & { readonly value: Struct } {
  const { value, repeated } = readJsonOrYaml(text);
  if (value === null || value === undefined) return { value: {} };
  const problem = isStruct(value) ? checkJsonLimits(value) : undefined;
  if (problem !== undefined) throw badRequest(YAML + problem);
  if (isStruct(value)) return { value, repeated };
  const kind = `json: cannot unmarshal ${goKindOf(value)} into Go value of type map[string]interface {}`;
  throw badRequest(`${YAML}error unmarshaling JSON: while decoding JSON: ${kind}`);
}

/** JSON is YAML, and read much faster as what it is. */
function readJsonOrYaml(text: string): ReadYaml {
  try {
    if (/^\s*\{/.test(text)) {
      const value = JSON.parse(wellFormed(text));
      if (doubledFields(text, value).length === 0) return { value };
    }
  } catch {
    // Braces are YAML, too.
  }
  try {
    return runWithin(YAML_MS, () => readYaml(text));
  } catch (error) {
    const hint = error instanceof DeadlineError ? '; send JSON, which is read much faster' : '';
    throw badRequest(`${YAML}error converting YAML to JSON: yaml: ${(error as Error).message}${hint}`);
  }
}
