import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Whether the statuses of what is placed are kept, to be shown per cluster. */
export function keepsStatuses({ spec }: JsonObject): boolean {
  const strategy = isJsonObject(spec) ? spec.strategy : undefined;
  const reportBack = isJsonObject(strategy) ? strategy.reportBackStrategy : undefined;
  return isJsonObject(reportBack) && reportBack.type === 'Mirror' && reportBack.destination === 'WorkAPI';
}
