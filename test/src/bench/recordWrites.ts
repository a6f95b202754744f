import type { Knex } from 'knex';
import { preciseNow, type RecordedTransaction, type RecordedWrite } from './recording';

/** What Knex reports of a statement. */
interface KnexQuery {
  readonly __knexTxId?: string;
  readonly __knexQueryUid?: string;
  readonly sql: string;
  readonly bindings?: readonly unknown[];
}

export interface WriteRecorder {
  clear(): void;
  /** Records nothing more before the next `clear`, from where it records. */
  pause(): void;
  /** Transactions that were committed since `clear`, in the order of their commits. */
  taken(): readonly RecordedTransaction[];
}

interface OpenTransaction {
  readonly startedAt: number;
  readonly writes: RecordedWrite[];
  readCount: number;
}

const BEGIN = /^begin\b/i;
const COMMIT = /^commit\b/i;
const ROLLBACK = /^rollback\b/i;
const WRITE = /^\s*(insert|update|delete|with\b[\s\S]*\b(update|insert|delete)\b)/i;

/**
 * Listens to every statement of a Knex instance from `clear` to `pause`: who does not record pays nothing. Transactions that
 * change no row are kept, without writes.
 */
export function recordWrites(knex: Knex): WriteRecorder {
  const open = new Map<string, OpenTransaction>();
  const pending = new Map<string, RecordedWrite>();
  let transactions: RecordedTransaction[] = [];
  let isOn = false;
  const onQuery = ({ __knexTxId: id, __knexQueryUid: uid, sql, bindings = [] }: KnexQuery) => {
    if (id === undefined) return;
    if (BEGIN.test(sql)) open.set(id, { startedAt: preciseNow(), writes: [], readCount: 0 });
    const transaction = open.get(id);
    if (transaction === undefined || BEGIN.test(sql)) return;
    if (COMMIT.test(sql) || ROLLBACK.test(sql)) {
      open.delete(id);
      if (COMMIT.test(sql)) transactions.push({ ...transaction, committedAt: preciseNow() });
      return;
    }
    if (!WRITE.test(sql)) {
      transaction.readCount += 1;
      return;
    }
    const write: RecordedWrite = { sql, bindings };
    transaction.writes.push(write);
    if (uid !== undefined) pending.set(uid, write);
  };
  const onResponse = (response: unknown, { __knexQueryUid: uid = '' }: KnexQuery) => {
    const write = pending.get(uid);
    if (write) write.rows = countRows(response);
    pending.delete(uid);
  };
  return {
    clear() {
      transactions = [];
      if (isOn) return;
      isOn = true;
      knex.on('query', onQuery).on('query-response', onResponse);
    },
    pause() {
      transactions = [];
      isOn = false;
      knex.removeListener('query', onQuery).removeListener('query-response', onResponse);
      open.clear();
      pending.clear();
    },
    taken: () => transactions,
  };
}

/** Drivers answer with a count, a list of returned rows, or an object that has one of them; else nobody knows. */
export function countRows(response: unknown): number | undefined {
  if (typeof response === 'number') return response;
  if (Array.isArray(response))
    return response.every(row => typeof row === 'object') ? response.length : undefined;
  if (typeof response !== 'object' || response === null) return undefined;
  if ('changes' in response) return Number(response.changes);
  return 'rowCount' in response ? Number(response.rowCount) : undefined;
}
