import type { SignalApi } from '@backstage/plugin-signals-react';

/** A message as the portal passes it on. */
export type Message = Parameters<Parameters<SignalApi['subscribe']>[1]>[0];

/** The portal's signals, played: `send` gives a message to whoever has subscribed. */
export function playedSignals(): { readonly api: SignalApi; readonly send: (message: Message) => void } {
  const listeners = new Set<(message: Message) => void>();
  const subscribe = (_: string, listener: (message: Message) => void) => {
    listeners.add(listener);
    return { unsubscribe: () => listeners.delete(listener) };
  };
  return {
    api: { subscribe } as SignalApi,
    send: message => listeners.forEach(listener => listener(message)),
  };
}
