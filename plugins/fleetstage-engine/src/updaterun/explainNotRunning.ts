import type { UpdateRunSpec } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Also where a write has dropped the state that keeps the run at rest (RUL 51). */
export const explainNotRunning = (
  standing: 'planned' | 'stopped',
  purpose: 'start it' | 'go on',
  { state }: Pick<UpdateRunSpec, 'state'>,
) =>
  state === undefined
    ? `the run is still ${standing} although a write dropped spec.state; set spec.state to Run to ${purpose}`
    : `the run is ${standing}; set spec.state to Run to ${purpose}`;
