import type { JsonObject, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { z } from 'zod';
import { UnreadableError } from '../rows';
import type { StoredDocument } from './document';

/**
 * Objects of Kubernetes are kept as they were read, whatever fields they have: `apiVersion` is their version, so they get no
 * other one.
 */
export const kubeObject: Omit<StoredDocument<KubeObject>, 'version'> = {
  name: 'object',
  write: object => JSON.stringify(object),
  read: (text, what = 'an object') =>
    readAs(text, what, (value): value is KubeObject => OBJECT.safeParse(value).success),
};

/** The status of an object on a member, as it reports it (A/PL-126). */
export const reportedStatus: Omit<StoredDocument<JsonObject>, 'version'> = {
  name: 'reported status',
  write: status => JSON.stringify(status),
  read: (text, what = 'a reported status') => readAs(text, what, isJsonObject),
};

const OBJECT = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readAs<T>(text: string, what: string, isRight: (value: unknown) => value is T): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableError(`${what} cannot be read: it is no JSON`, { what });
  }
  if (!isRight(value)) throw new UnreadableError(`${what} is no object`, { what });
  return value;
}
