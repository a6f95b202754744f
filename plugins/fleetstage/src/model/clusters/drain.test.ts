import { CORDON_TAINT } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { countDrained, drainCommand, sortDrained, uncordonCommand, type DrainPlacement } from './drain';

const GPU = { key: 'gpu', value: 'true', effect: 'NoSchedule' } as const;
const cordon = { ...CORDON_TAINT };

describe('the commands of a drain', () => {
  it('C/DR-003: add the taint beside others, and ask', () => {
    expect(drainCommand('c1', [GPU], "it's old")).toBe(
      `kubectl patch membercluster c1 --type=merge \\
  -p '{"spec":{"taints":[{"key":"gpu","value":"true","effect":"NoSchedule"},{"key":"cordon-key","value":"cordon-value","effect":"NoSchedule"}]}}'
kubectl annotate membercluster c1 fleetstage.io/drain='it'\\''s old'`,
    );
  });

  it('C/DR-003: add no second taint', () => {
    expect(drainCommand('c1', [cordon], '')).toBe("kubectl annotate membercluster c1 fleetstage.io/drain=''");
  });

  it('C/DR-015: take off that taint alone, and the request', () => {
    expect(uncordonCommand('c1', [GPU, cordon])).toBe(
      `kubectl patch membercluster c1 --type=merge \\
  -p '{"spec":{"taints":[{"key":"gpu","value":"true","effect":"NoSchedule"}]}}'
kubectl annotate membercluster c1 fleetstage.io/drain- fleetstage.io/drain-by- fleetstage.io/drain-at-`,
    );
  });
});

it('what needs somebody comes first', () => {
  const states = ['evicted', 'stays', 'due', 'blocked', 'evicting', 'invalid', 'empty'] as const;
  const placements = states.map((state): DrainPlacement => ({ scope: '_', name: state, state, reason: '' }));
  expect(sortDrained(placements).map(({ state }) => state)).toEqual([
    'blocked',
    'invalid',
    'evicting',
    'due',
    'stays',
    'empty',
    'evicted',
  ]);
  expect(countDrained(placements, 'due')).toBe(1);
});
