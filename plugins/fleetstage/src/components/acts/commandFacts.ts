import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useNow } from '../useTimeWords';

/** Now, as a condition of Kubernetes writes it: whole seconds; a minute old at most. */
export const useCommandTime = (): string => `${new Date(useNow(60_000)).toISOString().slice(0, 19)}Z`;

/** The request of a gate as a command names it. */
export const requestFacts = (run: { readonly name: string }, gate: Schemas['Gate']) => ({
  request: gate.request ?? `${run.name}${gate.task === 'before' ? '-before' : ''}-${gate.stage}`,
  generation: gate.requestGeneration ?? 1,
});
