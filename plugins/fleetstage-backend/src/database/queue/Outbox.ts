import type { Subject } from '../../observe/subject';
import type { Sql } from '../sql';
import type { Claim } from './claim';
import { flushOnSqlite, type Settling } from './flushOnSqlite';
import { orderOf, writeMarks, type Mark } from './writeMarks';
import { writeSettlement, type Settlement } from './writeSettlement';

/** Nobody who works on a queue sleeps longer. Each heartbeat asks for a status within minutes, and woke all replicas at once. */
export const LONGEST_POLL_MS = 15_000;

/**
 * The writes of a transaction to the queue: marks and settlings, collected while it works and written as its last
 * statements, in the order of (queue, key).
 *
 * Why last: a transaction that holds rows of the queue waits for nothing but other rows of the queue, later in the
 * order, so queue and placement locks can never wait for each other in a circle. A pass of `web` and the record of an
 * effect of `web` mark each other's key; with the marks written where they are made, each would hold its own key and
 * wait for the other's.
 */
export class Outbox {
  private readonly marks = new Map<string, Mark>();
  private readonly settlings: Settling[] = [];
  private readonly touched = new Map<string, Subject>();

  mark(marks: readonly Mark[]): void {
    for (const mark of marks) {
      const id = orderOf(mark);
      const before = this.marks.get(id);
      this.marks.set(id, before === undefined ? mark : earlier(before, mark));
    }
  }

  settle(claim: Claim, settlement: Settlement): void {
    this.settlings.push({ claim, settlement });
  }

  /** Notifies pages that show this, once the transaction is committed. */
  touch(subject: Subject): void {
    this.touched.set(`${subject.hub}/${subject.kind}/${subject.name}`, subject);
  }

  /** The subjects on pages that this transaction has changed. */
  subjects(): Subject[] {
    return [...this.touched.values()];
  }

  /** Queues that got marks which whoever works on them would find too late by polling. */
  queues(): string[] {
    const soon = [...this.marks.values()].filter(({ afterMs = 0 }) => afterMs < LONGEST_POLL_MS);
    return [...new Set(soon.map(mark => mark.queue))];
  }

  async flush(tx: Sql): Promise<void> {
    const { settlings } = this;
    if (tx.dialect === 'sqlite') await flushOnSqlite(tx, { settlings, marks: [...this.marks.values()] });
    else await this.flushInOrder(tx);
  }

  private async flushInOrder(tx: Sql): Promise<void> {
    const marks = [...this.marks.entries()].sort(([a], [b]) => compare(a, b));
    let written = 0;
    for (const { claim, settlement } of [...this.settlings].sort((a, b) =>
      compare(orderOf(a.claim), orderOf(b.claim)),
    )) {
      const own = orderOf(claim);
      const end = marks.findIndex(([id]) => id >= own);
      const upTo = end === -1 ? marks.length : end;
      await writeMarks(
        tx,
        marks.slice(written, upTo).map(([, mark]) => mark),
      );
      written = upTo;
      await writeSettlement(tx, claim, settlement);
    }
    await writeMarks(
      tx,
      marks.slice(written).map(([, mark]) => mark),
    );
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Two marks of one key in one transaction: the earlier due time, at the better priority. */
function earlier(a: Mark, b: Mark): Mark {
  const first = (b.afterMs ?? 0) < (a.afterMs ?? 0) ? b : a;
  const priority = a.priority === 'background' && b.priority === 'background' ? 'background' : 'normal';
  return { ...first, group: a.group ?? b.group, priority };
}
