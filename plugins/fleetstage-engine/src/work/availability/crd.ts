import { findCondition, missing, type Probe } from './probe';

/** Served under accepted names (B/AV-016). */
export const crd: Probe = live =>
  missing(
    findCondition(live, 'NamesAccepted')?.status !== 'True' && 'its names are not accepted yet',
    findCondition(live, 'Established')?.status !== 'True' && 'it is not established yet',
  );
