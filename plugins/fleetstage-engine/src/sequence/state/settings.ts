import { DEFAULT_MINOR_STEP, DEFAULT_NODE_SKEW, DEFAULT_NO_PROGRESS_MS } from '../eligibility/targetFacts';
import type { SequenceSettings } from './sequenceState';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const DEFAULT_SEQUENCE_SETTINGS: SequenceSettings = {
  noProgressMs: DEFAULT_NO_PROGRESS_MS,
  unknownAfterMs: 15 * MINUTE_MS,
  pausedTooLongMs: 30 * DAY_MS,
  keptFinished: 10,
  retryFirstMs: 5 * MINUTE_MS,
  retryMostMs: 120 * MINUTE_MS,
  maxAttempts: 5,
  maxMinorStep: DEFAULT_MINOR_STEP,
  maxNodeSkew: DEFAULT_NODE_SKEW,
};
