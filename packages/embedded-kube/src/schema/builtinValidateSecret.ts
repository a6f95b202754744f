/** What a real server refuses in what a Secret holds. */
import { lookUp } from './jsonValues';
import { none, when, type Errors } from './builtinChecks';
import { structIn, type Draft } from './builtinDraft';
import { invalidError, requiredError } from './fieldErrors';
import { reportJson } from './jsonText';

const HIDDEN = '<secret contents redacted>';
const OF_JSON: Readonly<Record<string, string>> = {
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
  'kubernetes.io/dockercfg': '.dockercfg',
};
const ACCOUNT = 'kubernetes.io/service-account.name';

export function secretContentErrors(secret: Draft): Errors {
  const type = String(secret.type);
  if (type === 'kubernetes.io/service-account-token') {
    const name = structIn(structIn(secret, 'metadata'), 'annotations')?.[ACCOUNT];
    return when(!name, () => requiredError(`metadata.annotations[${ACCOUNT}]`));
  }
  const key = lookUp(OF_JSON, type);
  const value = key === undefined ? undefined : structIn(secret, 'data')?.[key];
  if (typeof value !== 'string') return none;
  const { problem } = reportJson(Buffer.from(value, 'base64').toString('utf8'));
  return problem === undefined ? none : [invalidError(`data[${key}]`, HIDDEN, problem)];
}
