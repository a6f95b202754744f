import type { GatePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { PLUGIN_NAME } from './addSchedulerPlugin';
import type { Registry } from './registry';

const SIDES: readonly string[] = ['before', 'after'] satisfies GatePlugin['sides'];

/** What each function must do, for whoever forgot it. */
const parts = {
  readConfig:
    'it must judge the config as a strategy has it, and return { ok: true, value } or { ok: false, error }',
  preview: 'it must return the config in a few words',
  decide: "it must return { kind: 'open' }, or { kind: 'waiting' } with a message and who can act",
} as const satisfies Partial<Record<keyof GatePlugin, string>>;

/** @throws where the gate kind cannot be one; the message names it and says what to write */
export function addGateKind(registry: Registry<GatePlugin>, kind: GatePlugin): void {
  const { name, title, sides } = kind;
  if (typeof name !== 'string' || !PLUGIN_NAME.test(name))
    throw new Error(
      `${JSON.stringify(name) ?? 'nothing'} is no name of a gate kind; use up to 63 letters and digits, e.g. ChangeFreeze`,
    );
  if (typeof title !== 'string' || title.trim() === '')
    throw new Error(`the gate kind ${name} has no title; write what pages call it, e.g. "Change freeze"`);
  if (!Array.isArray(sides) || sides.length === 0 || !sides.every(side => SIDES.includes(side)))
    throw new Error(`sides of the gate kind ${name} must list where it may be: "before", "after", or both`);
  for (const [part, what] of Object.entries(parts))
    if (typeof kind[part as keyof typeof parts] !== 'function')
      throw new Error(`the gate kind ${name} has no function ${part}; ${what}`);
  registry.add(kind);
}
