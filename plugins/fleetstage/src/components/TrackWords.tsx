import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { placementLabel, type PlacementState } from '../model/status/placement';
import { statusTranslationRef } from '../translation/status';
import { ConditionTrack } from './ConditionTrack';
import { MessageText } from './MessageText';
import { useIsCompact } from './tableView';

interface TrackWordsProps {
  readonly conditions: readonly Schemas['Condition'][];
  readonly state: PlacementState;
  readonly message?: string;
  /** Of a placement: on how many clusters it is. */
  readonly counts?: { readonly available: number; readonly picked: number };
  /** The message below the word instead of beside it, where rows are not compact. */
  readonly hasTwoLines?: boolean;
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

const CALM: ReadonlySet<PlacementState> = new Set(['available', 'diffReported']);

/** The track of a placement's conditions, and the first that is not True in words. */
export const TrackWords = ({ conditions, state, message, counts, hasTwoLines = false }: TrackWordsProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const isCompact = useIsCompact();
  const word =
    state === 'available' && counts
      ? t('placement.availableOn', counts)
      : t(placementLabel(state, conditions));
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <ConditionTrack conditions={conditions} />
      <Box component="span" title={message} sx={{ minWidth: 0, ...ONE_LINE }}>
        <Box component="span" sx={{ fontWeight: CALM.has(state) ? 400 : 500 }}>
          {word}
        </Box>
        {message && !CALM.has(state) && (
          <Box
            component="span"
            sx={
              hasTwoLines && !isCompact
                ? { display: 'block', fontSize: 12, lineHeight: '16px', color: 'text.secondary', ...ONE_LINE }
                : { color: 'text.secondary', ml: 0.75 }
            }
          >
            <MessageText text={message} />
          </Box>
        )}
      </Box>
    </Box>
  );
};
