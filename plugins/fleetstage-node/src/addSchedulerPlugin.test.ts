import type { FilterPlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { addSchedulerPlugin } from './addSchedulerPlugin';
import { Registry } from './registry';

const aFilter = (patch: Partial<FilterPlugin> = {}): FilterPlugin => ({
  name: 'MaintenanceWindow',
  prepare: () => ({ ok: true, value: () => ({ ok: true }) }),
  ...patch,
});
const registry = () => new Registry<FilterPlugin>('scheduler filter', new Set(['TaintToleration']));

describe('addSchedulerPlugin', () => {
  it('keeps plugins in the order of adding', () => {
    const filters = registry();
    addSchedulerPlugin(filters, aFilter({ name: 'B', reads: { labelKeys: ['b'], properties: ['p'] } }));
    addSchedulerPlugin(filters, aFilter({ name: 'A' }));
    expect(filters.all().map(({ name }) => name)).toEqual(['B', 'A']);
  });

  it.each<[string, FilterPlugin, RegExp]>([
    ['a name that is none', aFilter({ name: 'maintenance window' }), /"maintenance window" is no name/],
    ['one of ours', aFilter({ name: 'TaintToleration' }), /one of Fleetstage's own; choose another name/],
    [
      'nothing to ask',
      aFilter({ prepare: undefined as unknown as FilterPlugin['prepare'] }),
      /has no function prepare/,
    ],
    ['a request for picks', aFilter({ readsPicks: true }), /sets readsPicks; leave it out/],
    [
      'reads that are no texts',
      aFilter({ reads: { labelKeys: [7] as unknown as string[] } }),
      /must list label keys/,
    ],
    [
      'a code that is none',
      aFilter({ codes: { 'in maintenance': { phrase: 'x' } } }),
      /is no code; use up to/,
    ],
    ["one of Fleetstage's codes", aFilter({ codes: { NotNeeded: { phrase: 'x' } } }), /choose another code/],
    [
      'a code without words',
      aFilter({ codes: { InMaintenance: { phrase: ' ' } } }),
      /phrase .* is none; write/,
    ],
    [
      'a code with two phrases',
      aFilter({ codes: { InMaintenance: { phrase: 'rest, or so' } } }),
      /without commas/,
    ],
    ['reads that are no list', aFilter({ reads: { properties: 'p' as unknown as string[] } }), /must list/],
  ])('refuses %s', (_what, filter, why) => {
    expect(() => addSchedulerPlugin(registry(), filter)).toThrow(why);
  });

  it('refuses the same name twice', () => {
    const filters = registry();
    addSchedulerPlugin(filters, aFilter());
    expect(() => addSchedulerPlugin(filters, aFilter())).toThrow(
      'the scheduler filter MaintenanceWindow was added twice',
    );
  });
});
