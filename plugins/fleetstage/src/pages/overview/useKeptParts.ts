import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState } from 'react';
import { keepParts, type KeptOverview } from '../../model/overview/keepParts';

type Overview = Schemas['Overview'];

/** The newest answer, and the last good data of the parts that it lacks. */
export function useKeptParts(answer: Overview): KeptOverview {
  const [seen, setSeen] = useState(() => ({ answer, kept: keepParts(undefined, answer) }));
  if (seen.answer === answer) return seen.kept;
  const kept = keepParts(seen.kept, answer);
  setSeen({ answer, kept });
  return kept;
}
