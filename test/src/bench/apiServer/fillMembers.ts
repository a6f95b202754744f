import { ask } from './ask';
import { createNamespace } from './configMaps';
import { connectLoad } from './connectLoad';
import type { LoadRequest, LoadTarget } from './LoadConnection';
import { memberObjects } from './memberObjects';

export interface FillOptions {
  readonly members: readonly { readonly name: string; readonly target: LoadTarget }[];
}

export interface FillResult {
  readonly objects: number;
  readonly tookMs: number;
  /** Of the bodies that were sent. */
  readonly bytes: number;
}

const MEMBERS_AT_ONCE = 8;
const STREAMS = 8;

/** Creates on each member what it holds. @throws Error at the first object that is refused */
export async function fillMembers({ members }: FillOptions): Promise<FillResult> {
  const startedAt = performance.now();
  const queue = [...members];
  let objects = 0;
  let bytes = 0;
  const work = async () => {
    for (let member = queue.shift(); member; member = queue.shift()) {
      const requests = memberObjects(member.name);
      await fill(member.target, requests);
      objects += requests.length;
      bytes += requests.reduce((sum, { body = '' }) => sum + body.length, 0);
    }
  };
  await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, work));
  return { objects, bytes, tookMs: performance.now() - startedAt };
}

async function fill(target: LoadTarget, requests: readonly LoadRequest[]): Promise<void> {
  const connection = await connectLoad(target, 'HTTP/2');
  try {
    await ask(connection, createNamespace());
    const queue = [...requests];
    const work = async () => {
      for (let request = queue.shift(); request; request = queue.shift()) await ask(connection, request);
    };
    await Promise.all(Array.from({ length: STREAMS }, work));
  } finally {
    connection.close();
  }
}
