import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis';
import {
  CALENDAR_KINDS,
  CALENDAR_TONES,
  calendarLanes,
  extentOf,
  monthsBetween,
  type CalendarEntry,
  type CalendarKind,
  type CalendarLane,
} from '../../../model/sequences/calendar';
import { statusTone } from '../../../model/status/tone';
import { versionCalendarTranslationRef } from '../../../translation/versionCalendar';

interface CalendarDrawingProps {
  readonly calendar: Schemas['SequenceCalendar'];
  readonly days: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Kinds differ in shape, so that colour is never alone: spans are bars, moments are marks of a form each. */
const MARKS: Partial<Record<CalendarKind, object>> = {
  SoakEnd: { borderRadius: '50%' },
  ForcedSoak: { transform: 'rotate(45deg)' },
  PredictedFinish: { borderRadius: 0 },
  EndOfSupport: { clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
};

/** One line per policy and per rollout, time from left to right; the list below says the same in words. */
export const CalendarDrawing = ({ calendar, days }: CalendarDrawingProps) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const range = { from: Date.parse(calendar.from), to: Date.parse(calendar.to) };
  const kinds = CALENDAR_KINDS.filter(kind => calendar.items.some(entry => entry.kind === kind));
  return (
    <Box>
      <Box role="img" aria-label={t('drawing', { days })} sx={{ minWidth: 0 }}>
        <Months range={range} />
        {calendarLanes(calendar.items).map(lane => (
          <Lane key={lane.key} lane={lane} range={range} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', mt: 1.5, fontSize: 12 }}>
        {kinds.map(kind => (
          <Box key={kind} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
            <Box sx={{ position: 'relative', width: 12, height: 12 }}>
              <Shape kind={kind} extent={{ left: 50, width: 100 }} isSample />
            </Box>
            {t(`kind.${kind}`)}
          </Box>
        ))}
      </Box>
    </Box>
  );
};

const COLUMNS = { xs: 'minmax(0, 1fr)', sm: '180px minmax(0, 1fr)' } as const;

const Months = ({ range: { from, to } }: { range: Range }) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const months = monthsBetween(from, to);
  const name = new Intl.DateTimeFormat(undefined, { month: 'short' });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: COLUMNS, columnGap: 1.5 }}>
      <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ position: 'relative', height: 18, fontSize: 12, color: 'text.secondary' }}>
        <Box sx={{ position: 'absolute', insetInlineStart: 0 }}>{t('today')}</Box>
        {months.map(at => (
          <Box
            key={at}
            sx={{
              position: 'absolute',
              insetInlineStart: `${(100 * (at - from)) / (to - from)}%`,
              pl: 0.5,
              borderLeft: 1,
              borderColor: 'divider',
            }}
          >
            {name.format(at)}
          </Box>
        ))}
      </Box>
    </Box>
  );
};

const Lane = ({ lane, range }: { lane: CalendarLane; range: Range }) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: COLUMNS, columnGap: 1.5, alignItems: 'center', py: 0.5 }}
    >
      <Box sx={{ fontSize: 13, minWidth: 0, display: 'flex' }}>
        <MiddleEllipsis text={lane.label || t('support')} />
      </Box>
      <Box
        sx={{
          position: 'relative',
          height: 20,
          borderRadius: 1,
          bgcolor: 'action.hover',
          overflow: 'hidden',
        }}
      >
        {lane.entries.map((entry, index) => (
          <Shape key={index} kind={entry.kind} extent={extentOf(entry, range.from, range.to)} />
        ))}
      </Box>
    </Box>
  );
};

interface ShapeProps {
  readonly kind: CalendarEntry['kind'];
  readonly extent: { readonly left: number; readonly width: number };
  /** In the legend. */
  readonly isSample?: boolean;
}

const Shape = ({ kind, extent: { left, width }, isSample = false }: ShapeProps) => {
  const colours = statusTone(useTheme(), CALENDAR_TONES[kind]);
  const mark = MARKS[kind];
  if (mark === undefined) {
    const isExclusion = kind === 'Exclusion';
    return (
      <Box
        sx={{
          position: 'absolute',
          insetInlineStart: isSample ? 0 : `${left}%`,
          width: `${width}%`,
          minWidth: 2,
          top: isExclusion || isSample ? 0 : 6,
          bottom: isExclusion || isSample ? 0 : 6,
          bgcolor: isExclusion ? undefined : colours.icon,
          // Its colours are all that it has; the list below says the same.
          forcedColorAdjust: 'none',
          ...(isExclusion && {
            backgroundImage: `repeating-linear-gradient(45deg, ${colours.icon} 0 2px, ${colours.surface} 2px 6px)`,
          }),
        }}
      />
    );
  }
  return (
    <Box
      sx={{
        position: 'absolute',
        insetInlineStart: `clamp(0px, calc(${left}% - 5px), calc(100% - 10px))`,
        top: 'calc(50% - 5px)',
        width: 10,
        height: 10,
        bgcolor: colours.icon,
        forcedColorAdjust: 'none',
        ...mark,
      }}
    />
  );
};
