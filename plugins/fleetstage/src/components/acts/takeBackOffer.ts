import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Gate = Schemas['Gate'];

/**
 * Whether an approval of this request can be taken back, as far as a read of its gate shows.
 *
 *   asked, and was not seen as given yet → yes: the read is older than the approval
 *   given or approved                    → as the backend says: no more once what comes after the gate has begun
 *   anything else                        → no: somebody took it back, or the gate was asked anew
 */
export function canTakeBack(gate: Gate, requestUid: string, wasGiven: boolean): boolean {
  if (gate.requestUid !== requestUid) return false;
  if (isGiven(gate)) return gate.mayWithdraw?.isAllowed === true;
  return gate.state === 'asked' && !wasGiven;
}

export const isGiven = ({ state }: Gate) => state === 'given' || state === 'approved';

/** An offer on the screen that ends by itself, whatever has drawn it. */
export class TakeBackOffer {
  private isOver = false;
  private readonly listeners = new Set<() => void>();

  /** As react reads an outside store. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly isOpen = () => !this.isOver;

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.listeners.forEach(listener => listener());
  }
}
