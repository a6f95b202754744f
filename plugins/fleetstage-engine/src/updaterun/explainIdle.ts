import type { UpdateRunSpec } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Also where a write has dropped the state that keeps the run idle (RUL 51). */
export const explainIdle = (
  state: 'planned' | 'stopped',
  purpose: 'start it' | 'go on',
  { state: asked }: Pick<UpdateRunSpec, 'state'>,
) =>
  asked === undefined
    ? `the run is still ${state} although a write dropped spec.state; set spec.state to Run to ${purpose}`
    : `the run is ${state}; set spec.state to Run to ${purpose}`;
