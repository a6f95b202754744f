import { available, count, findCondition, notYet, part, untrackable, type Probe } from './probe';

/**
 * A custom resource that carries a condition `Ready` or `Available` is tracked by it (RUL 11). A condition that names
 * an older generation is no evidence; a condition without a generation counts, because many controllers never name one.
 */
export const customResource: Probe = live => {
  const condition = findCondition(live, 'Ready') ?? findCondition(live, 'Available');
  if (condition === undefined) {
    return untrackable(
      `a ${live.kind} without a Ready or Available condition says nothing about its availability`,
    );
  }
  const generation = count(live.metadata.generation);
  const seen = count(condition.observedGeneration ?? part(live, 'status').observedGeneration, generation);
  if (seen < generation) return notYet(`its ${condition.type} condition is about an older generation`);
  if (condition.status === 'True') return available;
  return notYet(
    `its ${condition.type} condition is ${condition.status}: ${condition.message ?? condition.reason ?? ''}`,
  );
};
