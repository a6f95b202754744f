import type { GatePlugin } from './gatePlugin';

/** Not run: `tsc` checks that a kind of a module which lacks a part does not compile. */
const freeze: GatePlugin<{ readonly days: readonly string[] }> = {
  name: 'Freeze',
  title: 'Change freeze',
  sides: ['before'],
  readConfig: () => ({ ok: true, value: { days: ['Saturday'] } }),
  preview: ({ days }) => `closed on ${days.join()}`,
  decide: () => ({ kind: 'open' }),
};
const { readConfig: _readConfig, ...unread } = freeze;
const { preview: _preview, ...speechless } = freeze;
const { decide: _decide, ...undecided } = freeze;

export const forgetful: readonly GatePlugin[] = [
  freeze,
  // @ts-expect-error it does not read its config
  unread,
  // @ts-expect-error it says nothing of itself in plans
  speechless,
  // @ts-expect-error it does not decide
  undecided,
  {
    ...freeze,
    // @ts-expect-error a gate that waits says who can act
    decide: () => ({ kind: 'waiting', message: 'no stage begins on Saturdays' }),
  },
];
