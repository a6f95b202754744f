import type { ResourceIdentifier } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { identityKey } from './renderWork';

/** At most so many entries per list and cluster (A/ST-036, B/ST-020). */
const MAX_LISTED = 100;

/** `apps/v1/Deployment/web/app`; the envelope is part of it only where there is one, so `app` comes before `app-1` (B/ST-021). */
export function resourceKey(identifier: ResourceIdentifier): string {
  const key = identityKey({ ...identifier, group: identifier.group ?? '' });
  const { envelope } = identifier;
  return envelope === undefined
    ? key
    : [key, envelope.type, envelope.namespace ?? '', envelope.name].join('/');
}

/** Always sorted before it is cut, so that the same hundred are shown every time (A/ST-036). */
export const listResources = <T extends ResourceIdentifier>(entries: readonly T[]): readonly T[] =>
  entries
    .map(entry => ({ entry, key: resourceKey(entry) }))
    .sort((a, b) => compareText(a.key, b.key))
    .slice(0, MAX_LISTED)
    .map(({ entry }) => entry);
