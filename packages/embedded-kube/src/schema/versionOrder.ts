const FORM = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STABILITY: Readonly<Record<string, number>> = { 'alpha': 0, 'beta': 1, '': 2 };

/** Stable versions before beta before alpha, newer before older; what is no Kubernetes version last, by name. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [FORM.exec(a), FORM.exec(b)];
  if (!left && !right) return a < b ? -1 : Number(a > b);
  if (!left || !right) return left ? -1 : 1;
  const byStability = STABILITY[right[2] ?? ''] - STABILITY[left[2] ?? ''];
  return byStability || Number(right[1]) - Number(left[1]) || Number(right[3] ?? 0) - Number(left[3] ?? 0);
}
