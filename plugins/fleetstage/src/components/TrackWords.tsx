import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { placementLook, saysItAll, type PlacementState } from '../model/status/placement';
import { statusTranslationRef } from '../translation/status';
import { ConditionTrack } from './ConditionTrack';
import { CutText } from './CutText';
import { useIsCompact } from './tableView';

interface TrackWordsProps {
  readonly conditions: readonly Schemas['Condition'][];
  readonly state: PlacementState;
  readonly trouble?: Schemas['Trouble'];
  readonly runIs?: Schemas['RunStatusSummary'];
  readonly message?: string;
  /** Of a placement: on how many clusters it is. */
  readonly counts?: { readonly available: number; readonly picked: number; readonly silent?: number };
  /** The message below the word instead of beside it, where rows are not compact. */
  readonly hasTwoLines?: boolean;
  /** With two lines: the message has its own lines below the track, where the page is about few placements. */
  readonly hasRoom?: boolean;
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Causes stand at the end of what machines write: as many lines as 110 characters take in the narrowest of the columns, 180 px. */
const FEW_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 4,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  whiteSpace: 'normal',
} as const;

/** Characters that fit into the columns that have a track. */
const CHARS = { compact: 36, oneLine: 48, ownLines: 110 };

const line = { display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 } as const;
const small = { fontSize: 12, lineHeight: '16px', color: 'text.secondary' } as const;

const CALM: ReadonlySet<PlacementState> = new Set(['available', 'diffReported']);

/** The state, where it is available with the numbers of its clusters. */
function useWord({ counts, ...facts }: TrackWordsProps): string {
  const { t } = useTranslationRef(statusTranslationRef);
  if (facts.state !== 'available' || counts === undefined) return t(placementLook(facts).label);
  const { available, picked, silent } = counts;
  return silent === undefined
    ? t('placement.availableOn', { available, picked })
    : t('placement.availableBut', { available, picked, silent });
}

/** The track of a placement's conditions, and the first that is not True in words. */
export const TrackWords = (props: TrackWordsProps) => {
  const { conditions, state, message, hasTwoLines = false, hasRoom = false } = props;
  const isCalm = saysItAll(state, conditions);
  const isCompact = useIsCompact();
  const hasLines = hasTwoLines && hasRoom && !isCompact;
  const cutFrom = isCompact ? CHARS.compact : hasLines ? CHARS.ownLines : CHARS.oneLine;
  // What is cut shows the whole by itself.
  const isWhole = isCalm || (message?.length ?? 0) <= cutFrom;
  const word = useWord(props);
  const track = <ConditionTrack conditions={conditions} trouble={props.trouble} />;
  const said = (
    <Box component="span" sx={{ fontWeight: CALM.has(state) ? 400 : 500, ...(!hasLines && ONE_LINE) }}>
      {word}
    </Box>
  );
  const rest =
    message && !isCalm ? <CutText text={message} cutFrom={cutFrom} lines={hasLines ? 2 : 1} /> : undefined;
  const title = isWhole ? message : undefined;
  if (hasLines && rest) {
    return (
      <Box title={title} sx={{ minWidth: 0 }}>
        <Box sx={line}>
          {track}
          <Box component="span" sx={{ minWidth: 0 }}>
            {said}
          </Box>
        </Box>
        <Box sx={{ mt: 0.25, ...small, ...FEW_LINES }}>{rest}</Box>
      </Box>
    );
  }
  const isBelow = hasTwoLines && !isCompact;
  return (
    <Box sx={line}>
      {track}
      <Box
        component="span"
        title={title}
        sx={{ flex: 1, minWidth: 0, ...(isBelow ? ONE_LINE : { display: 'flex', gap: 0.75 }) }}
      >
        {said}
        {rest && (
          <Box
            component="span"
            // All the room that the word leaves: the message is cut by it.
            sx={
              isBelow
                ? { display: 'block', ...small, ...ONE_LINE }
                : { flex: 1, minWidth: 0, color: 'text.secondary', ...ONE_LINE }
            }
          >
            {rest}
          </Box>
        )}
      </Box>
    </Box>
  );
};
