import type { Tx } from './db';

/**
 * Asks a question once per transaction. Where SQLite commits a batch in one transaction, thirty works of a placement ask
 * the same; nothing that such a batch writes may change the answer in a way that matters to who asks.
 */
export function askOnce<T>(tx: Tx, question: string, ask: () => Promise<T>): Promise<T> {
  const known = tx.asked.get(question);
  if (known !== undefined) return known as Promise<T>;
  const answer = ask();
  tx.asked.set(question, answer);
  return answer;
}
