import { readText, type AcceptedKinds, type ReadText } from '../placementEditor/placementText';
import { toYaml } from '../yaml';

const VERSION = 'fleetstage.io/v1alpha1';
const KIND = 'RolloutSequence';
const SEQUENCES: AcceptedKinds = { kinds: [KIND], versions: [VERSION] };

/** The document as a sequence, or the lines that cannot be read. */
export const readSequenceText = (text: string): ReadText => readText(text, SEQUENCES);

/** A stage that nobody has filled in. */
export const FRESH_STAGE = { name: '', fleets: [], soakDuration: '72h' };

/** A text for a sequence that nobody has created: one stage. */
export const newSequenceText = (): string =>
  toYaml({
    apiVersion: VERSION,
    kind: KIND,
    metadata: { name: '' },
    spec: { stages: [FRESH_STAGE] },
  });

/** Where the draft of a sequence is kept: by its name, by what it is a copy of, or `new`. */
export const sequenceDraftKey = (hub: string | undefined, name: string) =>
  `fleetstage.sequenceDraft/${hub ?? ''}/${name}`;
