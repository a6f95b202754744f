import { fromRfc3339, type MaintenancePolicySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Issue } from '../issue';
import { DAY_MS } from './civilDay';
import { parsePolicy, type PolicyFault } from './policyRules';

/** Stages wait so long for an exclusion and then soak by force, unless the sequence has another limit (E/RS-014). */
const LONG_DAYS = 30;

export type PolicyIssue = PolicyFault | Issue<'POLICY_EMPTY' | 'EXCLUSION_LONG'>;

/** Everything that is wrong with a policy, and what deserves a warning (E/MP-002…004, MP-008). */
export function validatePolicy(spec: MaintenancePolicySpec): readonly PolicyIssue[] {
  const parsed = parsePolicy('', spec);
  const isEmpty = (spec.windows ?? []).length + (spec.exclusions ?? []).length === 0;
  const empty: PolicyIssue = {
    code: 'POLICY_EMPTY',
    severity: 'Error',
    path: 'spec',
    message: 'The policy says nothing; add a window or an exclusion',
  };
  return [...(isEmpty ? [empty] : []), ...(parsed.ok ? [] : parsed.error), ...findLong(spec)];
}

const findLong = ({ exclusions = [] }: MaintenancePolicySpec): PolicyIssue[] =>
  exclusions.flatMap(({ name, startTime, endTime }, index) => {
    const start = fromRfc3339(startTime);
    const end = fromRfc3339(endTime);
    if (start === undefined || end === undefined || end - start <= LONG_DAYS * DAY_MS) return [];
    const days = Math.floor((end - start) / DAY_MS);
    return [
      {
        code: 'EXCLUSION_LONG',
        severity: 'Warning',
        path: `spec.exclusions[${index}].endTime`,
        message: `Exclusion "${name}" lasts ${days} days; after ${LONG_DAYS} days a stage goes into forced soak without these clusters. Shorten it, or raise maxUpgradeTime of the sequence`,
      },
    ];
  });
