import { toApproval, type Approval } from '../approvalStore';
import type { Tx } from '../db';

export interface DecidedQuery {
  readonly limit: number;
  readonly offset: number;
}

/** The decisions of people, newest first. */
export async function listDecisions(
  tx: Tx,
  hub: string,
  { limit, offset }: DecidedQuery,
): Promise<Approval[]> {
  const rows = await tx
    .sql('approvals')
    .where({ hub })
    .whereIn('verdict', ['approved', 'rejected'])
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'request_uid', order: 'desc' },
    ])
    .limit(limit)
    .offset(offset);
  return rows.map(toApproval);
}
