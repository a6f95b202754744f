import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

const ENDS: ReadonlySet<Schemas['VersionStagePhase']> = new Set(['Completed', 'Skipped', 'Cancelled']);

/** Nothing more happens in a stage of this phase. */
export const isEnd = (phase: Schemas['VersionStagePhase']): boolean => ENDS.has(phase);
