/** Something to do again, and when it was done first. */
export interface Step {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly run: () => Promise<void>;
}

/** Runs each step when all those are done that had ended before it began the first time; the others side by side. */
export async function runInOrder(steps: readonly Step[]): Promise<void> {
  const ordered = [...steps].sort((a, b) => a.startedAt - b.startedAt);
  const done: Promise<void>[] = [];
  for (const step of ordered) {
    const before = done.filter((_, i) => ordered[i].endedAt <= step.startedAt);
    done.push(before.length === 0 ? step.run() : Promise.all(before).then(step.run));
  }
  await Promise.all(done);
}

/** Does all, at most `limit` at a time, beginning in their order. */
export async function limitTo<T>(
  limit: number,
  list: readonly T[],
  run: (one: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < list.length) {
      const one = list[next];
      next += 1;
      await run(one);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, list.length) }, lane));
}
