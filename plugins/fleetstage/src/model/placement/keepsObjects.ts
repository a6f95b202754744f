import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Whether what was placed stays on its clusters when the placement goes (RUL 15). */
export function keepsObjects({ spec }: JsonObject): boolean {
  const strategy = isJsonObject(spec) ? spec.strategy : undefined;
  const deletion = isJsonObject(strategy) ? strategy.deleteStrategy : undefined;
  return isJsonObject(deletion) && deletion.propagationPolicy === 'Abandon';
}
