import { cutText, isJsonObject, type PatchDetail } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isVoid, type Difference } from './compareValues';

const REDACTED = '(redacted for security reasons)';

/** What a Secret shows; its data are elsewhere, and tools note them in annotations. */
const OPEN = /^\/(apiVersion|kind|type|immutable|metadata\/labels(\/.*)?)$/;

/** A difference as it is shown, long texts of it cut; values of a Secret, or of a list of them, are hidden (B/WA-097). */
export function toPatchDetail({ path, hub, member }: Difference, isSecret: boolean): PatchDetail {
  const isHidden = isSecret && !OPEN.test(path);
  const show = (value: unknown) =>
    isHidden && !isVoid(value) && value !== '' ? REDACTED : cutText(printValue(value));
  return {
    path: cutText(path),
    ...(member === undefined ? {} : { valueInMember: show(member) }),
    ...(hub === undefined ? {} : { valueInHub: show(hub) }),
  };
}

/** A difference as an agent has reported it; whatever the agent hides, values of a Secret are hidden. */
export const hideValues = (
  { path, valueInMember, valueInHub }: PatchDetail,
  isSecret: boolean,
): PatchDetail => {
  const isHidden = isSecret && !OPEN.test(path);
  const show = (value: string) => (isHidden && value !== '' ? REDACTED : cutText(value));
  return {
    path: cutText(path),
    ...(valueInMember !== undefined && { valueInMember: show(valueInMember) }),
    ...(valueInHub !== undefined && { valueInHub: show(valueInHub) }),
  };
};

/** Values as KubeFleet prints them: strings bare, `[a b]`, `map[k:v k2:v2]` (B/WA-096). */
function printValue(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(printValue).join(' ')}]`;
  if (!isJsonObject(value)) return String(value);
  const fields = Object.keys(value).sort();
  return `map[${fields.map(field => `${field}:${printValue(value[field])}`).join(' ')}]`;
}
