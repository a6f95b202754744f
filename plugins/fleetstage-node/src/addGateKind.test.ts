import type { GatePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { addGateKind } from './addGateKind';
import { Registry } from './registry';

const aKind = (patch: Partial<GatePlugin> = {}): GatePlugin => ({
  name: 'ChangeFreeze',
  title: 'Change freeze',
  sides: ['before'],
  readConfig: value => ({ ok: true, value }),
  preview: () => 'closed on Fridays',
  decide: () => ({ kind: 'open' }),
  ...patch,
});
const registry = () => new Registry<GatePlugin>('gate kind', new Set(['Approval', 'TimedWait', 'wait']));
const without = (part: keyof GatePlugin) => {
  const { [part]: _, ...kind } = aKind();
  return kind as GatePlugin;
};

describe('addGateKind', () => {
  it('keeps kinds in the order of adding', () => {
    const kinds = registry();
    addGateKind(kinds, aKind({ name: 'B', sides: ['before', 'after'] }));
    addGateKind(kinds, aKind({ name: 'A' }));
    expect(kinds.all().map(({ name }) => name)).toEqual(['B', 'A']);
  });

  it.each<[string, GatePlugin, RegExp]>([
    [
      'a name that is none',
      aKind({ name: 'change freeze' }),
      /"change freeze" is no name of a gate kind; use/,
    ],
    ['one of ours', aKind({ name: 'TimedWait' }), /one of Fleetstage's own; choose another name/],
    ['what pages call one of ours', aKind({ name: 'wait' }), /one of Fleetstage's own/],
    ['no name', without('name'), /is no name of a gate kind/],
    ['no title', aKind({ title: ' ' }), /the gate kind ChangeFreeze has no title; write what pages call it/],
    ['no side', aKind({ sides: [] }), /sides of the gate kind ChangeFreeze must list/],
    [
      'a side that is none',
      aKind({ sides: ['beforeStage'] as unknown as GatePlugin['sides'] }),
      /must list where it may be: "before", "after", or both/,
    ],
    ['nothing that reads the config', without('readConfig'), /has no function readConfig; it must judge/],
    ['no preview', without('preview'), /has no function preview; it must return the config in a few words/],
    ['no decision', without('decide'), /has no function decide; it must return/],
  ])('refuses %s', (_, kind, says) => {
    expect(() => addGateKind(registry(), kind)).toThrow(says);
  });

  it('refuses a name twice, and says what to do', () => {
    const kinds = registry();
    addGateKind(kinds, aKind());
    expect(() => addGateKind(kinds, aKind())).toThrow(
      /the gate kind ChangeFreeze was added twice; remove one of them, or rename it/,
    );
  });
});
