import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import { limitTo } from '../floorOrder';
import { PLACEMENT_API } from '../benchObjects';

/** How often a status is asked for. */
const ASK_EVERY_MS = 100;
const HANDS = 16;
const PATIENCE_MS = 300_000;

/** An object whose status a user waits for. */
export interface Awaited {
  readonly kind: string;
  readonly name: string;
  readonly isDone: (object: KubeObject) => boolean;
}

/** Somebody with a client of the hub, who creates objects and asks how they are. Nothing of the engine is known here. */
export class User {
  constructor(private readonly hub: KubeClient) {}

  /** Lists side by side, the objects of each in their order. */
  create(lists: readonly (readonly KubeObject[])[]): Promise<void> {
    return limitTo(HANDS, lists, async objects => {
      for (const object of objects) await this.hub.create(object);
    });
  }

  /** Asks for the first that is not done, so that a hundred users at once do not measure the hub. */
  async waitFor(all: readonly Awaited[]): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (const { kind, name, isDone } of all) {
      for (;;) {
        const object = await this.hub.find({ ...PLACEMENT_API, kind }, { name });
        if (object && isDone(object)) break;
        if (Date.now() > deadline) {
          const state = JSON.stringify(object?.status)?.slice(0, 2_000);
          throw new Error(`${kind} ${name} was not done within ${PATIENCE_MS} ms: ${state}`);
        }
        await new Promise(resolve => setTimeout(resolve, ASK_EVERY_MS));
      }
    }
  }
}
