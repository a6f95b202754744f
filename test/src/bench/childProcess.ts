import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';

/** A TypeScript program in its own process that answers questions over IPC; the first answer says it is ready. */
export interface AskableChild<Question, Answer> {
  readonly pid: number;
  ask(question: Question): Promise<Answer>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
}

interface Reply<Answer> {
  readonly id: number;
  readonly value?: Answer;
  readonly error?: string;
}

/** Starts it and waits for its first word. It ends when this process does, because its channel closes. */
export async function startAskableChild<Question, Answer>(
  main: string,
  args: readonly string[],
): Promise<AskableChild<Question, Answer> & { readonly first: Answer }> {
  const transform = createRequire(main).resolve('@backstage/cli/config/nodeTransform.cjs');
  const child = fork(main, [...args], {
    execArgv: ['--no-warnings', '--require', transform],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  });
  const replies = new Replies<Answer>(child);
  const first = await replies.wait(0);
  let asked = 0;
  return {
    pid: child.pid ?? 0,
    first,
    gone: replies.gone,
    ask(question) {
      asked += 1;
      const answer = replies.wait(asked);
      child.send({ id: asked, question });
      return answer;
    },
    kill: signal => void child.kill(signal),
  };
}

class Replies<Answer> {
  readonly gone: Promise<void>;
  private readonly waiting = new Map<number, (reply: Reply<Answer>) => void>();

  constructor(child: ChildProcess) {
    child.on('message', message => {
      const reply = message as Reply<Answer>;
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
    });
    this.gone = new Promise(resolve => {
      child.once('exit', code => {
        for (const [id, settle] of this.waiting) settle({ id, error: `the process ended with ${code}` });
        resolve();
      });
    });
  }

  wait(id: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ value, error }) => {
        if (value === undefined) reject(new Error(error ?? 'no answer'));
        else resolve(value);
      });
    });
  }
}
