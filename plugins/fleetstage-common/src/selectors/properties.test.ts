import { parsePropertySelector, type ClusterProperties } from './properties';

const CLUSTER: ClusterProperties = {
  properties: { 'kubernetes-fleet.io/node-count': '4', 'k8s.io/k8s-version': 'v1.36.3' },
  resourceUsage: {
    capacity: { cpu: '8' },
    allocatable: { cpu: '7' },
    available: { 'cpu': '3500m', 'memory': '1Ki', 'ephemeral-storage': '10Gi', 'hugepages-2Mi': '4Mi' },
  },
};

const matches = (name: string, operator: string, value: string) => {
  const parsed = parsePropertySelector({
    matchExpressions: [{ name, operator: operator as 'Eq', values: [value] }],
  });
  return parsed.ok ? parsed.value(CLUSTER) : parsed.error;
};

describe('parsePropertySelector', () => {
  it.each([
    ['kubernetes-fleet.io/node-count', 'Ge', '4', true],
    ['kubernetes-fleet.io/node-count', 'Gt', '4', false],
    ['kubernetes-fleet.io/node-count', 'Ne', '5', true],
    ['resources.kubernetes-fleet.io/total-cpu', 'Eq', '8000m', true],
    ['resources.kubernetes-fleet.io/allocatable-cpu', 'Lt', '8', true],
    ['resources.kubernetes-fleet.io/available-cpu', 'Le', '3.5', true],
    ['resources.kubernetes-fleet.io/available-memory', 'Eq', '1024', true],
    ['resources.kubernetes-fleet.io/available-ephemeral-storage', 'Ge', '10Gi', true],
    ['resources.kubernetes-fleet.io/available-ephemeral-storage', 'Gt', '10Gi', false],
    ['resources.kubernetes-fleet.io/available-hugepages-2Mi', 'Eq', '4Mi', true],
  ])('A/SCH-043, A/SCH-046, A/WH-035: %s %s %s is %s', (name, operator, value, expected) => {
    expect(matches(name, operator, value)).toBe(expected);
  });

  it('A/SCH-044: a missing property never matches, not even with Ne', () => {
    expect(matches('example.com/cost', 'Ne', '1')).toBe(false);
    expect(matches('resources.kubernetes-fleet.io/available-gpu', 'Ne', '1')).toBe(false);
  });

  it('a property that is no quantity does not match, and leaves the other clusters alone', () => {
    expect(matches('k8s.io/k8s-version', 'Ne', '1')).toBe(false);
  });

  it.each([
    ['resources.kubernetes-fleet.io/free-cpu', 'Eq', '1', /not a resource property: write .*available-cpu$/],
    ['resources.kubernetes-fleet.io/cpu', 'Eq', '1', /not a resource property/],
    ['resources.kubernetes-fleet.io/available-', 'Eq', '1', /not a resource property/],
    ['resources.kubernetes-fleet.io/available', 'Eq', '1', /not a resource property/],
    ['resources.kubernetes-fleet.io/available-example.com/gpu', 'Eq', '1', /not a resource property/],
    ['kubernetes-fleet.io/node-count', 'Like', '1', /not an operator/],
    ['kubernetes-fleet.io/node-count', 'Eq', 'many', /not a quantity/],
  ])('A/SCH-045: refuses %s %s %s', (name, operator, value, why) => {
    expect(matches(name, operator, value)).toMatch(why);
  });
});
