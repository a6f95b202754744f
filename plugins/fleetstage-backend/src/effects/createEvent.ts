import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { AlreadyExistsError, messageOf, type KubeClient } from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import type { Log } from '../observe/log';

const TARGET = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };

/** Creates an Event once; nothing waits for Events, so what the hub refuses is left out. */
export async function createEvent(client: KubeClient, event: KubeObject, log: Log): Promise<void> {
  try {
    await client.create(event, { target: TARGET, fieldManager: FIELD_MANAGER });
  } catch (error) {
    if (error instanceof AlreadyExistsError) return;
    log.warn('The hub refuses an Event; it goes without', { reason: messageOf(error) });
  }
}
