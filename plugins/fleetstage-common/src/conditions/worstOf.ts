import type { ConditionStatus } from '../api/meta';

/**
 * The status of a whole from the statuses of its parts: Unknown wins over False, False over True (A/ST-040).
 *
 *     worstOf(['True', 'False', 'Unknown']) → 'Unknown'
 *     worstOf(['True', 'False'])            → 'False'
 *     worstOf([])                           → 'True'
 */
export function worstOf(statuses: readonly ConditionStatus[]): ConditionStatus {
  return RANKED.find(status => statuses.includes(status)) ?? 'True';
}

const RANKED = ['Unknown', 'False', 'True'] as const;
