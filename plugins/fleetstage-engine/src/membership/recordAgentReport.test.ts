import { toRfc3339, type InternalMemberClusterStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore, NOON } from '../testing/builders';
import { MAX_NAMESPACES } from '../cluster/toNamespaces';
import { aCondition, aJoinedAgent } from './membership.testing';
import { recordAgentReport } from './recordAgentReport';

const report = (patch: Partial<InternalMemberClusterStatus> = {}): InternalMemberClusterStatus => ({
  agentStatus: [aJoinedAgent()],
  ...patch,
});
const property = (value: string, minutes = 1) => ({
  value,
  observationTime: toRfc3339(minutesBefore(minutes)),
});

describe('recordAgentReport', () => {
  it('C/MC-032, PP-005, PP-006: properties and usage are as the agent reports them', () => {
    const resourceUsage = { available: { cpu: '2' }, observationTime: toRfc3339(minutesBefore(2)) };
    const properties = { 'b': property('2'), 'kubernetes-fleet.io/node-count': property('3', 5) };
    const known = recordAgentReport(undefined, report({ properties, resourceUsage }), NOON);
    expect(known.properties).toEqual({ 'b': '2', 'kubernetes-fleet.io/node-count': '3' });
    expect(known.resourceUsage).toBe(resourceUsage);
    expect(known.collection?.providers).toEqual({
      'member-agent': { properties: known.properties, observedAt: minutesBefore(1) },
    });
    expect(known.collection?.agent?.agents).toEqual([aJoinedAgent()]);
  });

  it('a property that is not reported any more goes', () => {
    const before = recordAgentReport(undefined, report({ properties: { a: property('1') } }), NOON);
    expect(recordAgentReport(before, report(), NOON).properties).toEqual({});
  });

  it.each([
    ['there is no status', undefined],
    ['no agent is in it', { properties: { a: property('9') } }],
  ])('C/TR-102: the last values stay where %s', (_, status) => {
    const before = recordAgentReport(undefined, report({ properties: { a: property('1') } }), NOON);
    expect(recordAgentReport(before, status, NOON)).toBe(before);
    expect(recordAgentReport(undefined, status, NOON)).toEqual({ properties: {} });
  });

  it('C/PP-014: conditions of providers are kept, those that are judged here are not', () => {
    const provided = aCondition('AKSClusterCostPropertiesCollectionSucceeded', 'True');
    const conditions = [aCondition('Joined', 'True'), aCondition('ReadyToJoin', 'False'), provided];
    expect(recordAgentReport(undefined, report({ conditions }), NOON).collection?.agent?.conditions).toEqual([
      provided,
    ]);
  });

  it.each([
    ['A/SCH-057: not collected', undefined, undefined],
    ['C/PP-020: collected', 'True' as const, 'Succeeded'],
    ['C/PP-020: more than are kept', 'False' as const, 'Degraded'],
  ])('namespaces that are %s', (_, status, state) => {
    const conditions = status ? [aCondition('NamespaceCollectionSucceeded', status)] : [];
    const known = recordAgentReport(
      undefined,
      report({ conditions, namespaces: { 'shop': 'shop-work', 'blog': '', 'no name\0': '', 'x': '\0' } }),
      NOON,
    );
    expect(known.collection?.namespaces).toBe(state);
    expect(known.namespaces).toEqual(state && { blog: '', shop: 'shop-work' });
  });

  it('is written in the same order, whatever the order of the report', () => {
    const namespaces = { shop: '', blog: '', mail: '' };
    const properties = { shop: property('1'), blog: property('2'), mail: property('3') };
    const conditions = [aCondition('NamespaceCollectionSucceeded', 'True')];
    const known = recordAgentReport(undefined, report({ conditions, namespaces, properties }), NOON);
    expect(Object.keys(known.properties)).toEqual(['blog', 'mail', 'shop']);
    expect(Object.keys(known.namespaces ?? {})).toEqual(['blog', 'mail', 'shop']);
  });

  it('C/PP-020: keeps as many namespaces as of a member that is probed, the first by name', () => {
    const names = Array.from({ length: MAX_NAMESPACES + 1 }, (_, i) => `ns-${String(i).padStart(5, '0')}`);
    const namespaces = Object.fromEntries(names.map(name => [name, '']));
    const conditions = [aCondition('Healthy', 'False'), aCondition('NamespaceCollectionSucceeded', 'True')];
    const known = recordAgentReport(
      undefined,
      report({ conditions, namespaces: { ...namespaces, '': '' } }),
      NOON,
    );
    expect(Object.keys(known.namespaces ?? {})).toEqual(names.slice(0, MAX_NAMESPACES));
    expect(known.collection?.namespaces).toBe('Succeeded');
  });

  it('A/SCH-057: an agent that says nothing of namespaces has collected none', () => {
    const conditions = [aCondition('Joined', 'True')];
    expect(recordAgentReport(undefined, report({ conditions }), NOON)).not.toHaveProperty('namespaces');
  });

  it('without a property the time is that of the usage, or now', () => {
    const observedAt = (patch: Partial<InternalMemberClusterStatus>) =>
      recordAgentReport(undefined, report(patch), NOON).collection?.providers['member-agent'].observedAt;
    expect(observedAt({ resourceUsage: { observationTime: toRfc3339(minutesBefore(2)) } })).toBe(
      minutesBefore(2),
    );
    expect(observedAt({})).toBe(NOON);
  });
});
