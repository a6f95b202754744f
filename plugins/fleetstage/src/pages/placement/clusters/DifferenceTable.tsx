import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Age } from '../../../components/Age';
import { ClampedText } from '../../../components/ClampedText';
import { placementTranslationRef } from '../../../translation/placement';

type Differing = Schemas['FailedObject'];

/** Objects, and fields of each, that are named; the others are counted. */
const SHOWN = 5;
const FIELDS = 8;

/** What differs on the cluster: field, wanted, found, since when. */
export const DifferenceTable = ({ title, objects }: { title: string; objects: readonly Differing[] }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (objects.length === 0) return null;
  const more = objects.length - SHOWN;
  return (
    <Box sx={{ mt: 1 }}>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.25 }}>{title}</Box>
      {objects.slice(0, SHOWN).map(one => (
        <OneObject key={`${one.kind} ${one.namespace} ${one.name}`} one={one} />
      ))}
      {more > 0 && t('state.more', { count: more })}
    </Box>
  );
};

const OneObject = ({ one }: { one: Differing }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { kind, namespace, name, message, reason, differences = [], since } = one;
  const more = differences.length - FIELDS;
  return (
    <Box sx={{ mb: 0.75 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {`${kind} ${namespace ? `${namespace}/` : ''}${name}`}
        </Box>
        {since && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('state.firstSeen', { age: <Age at={since} isAgo /> })}
          </Box>
        )}
      </Box>
      {differences.length === 0 ? (
        <ClampedText text={message || reason} />
      ) : (
        <Box
          component="table"
          sx={{
            'width': '100%',
            'borderCollapse': 'collapse',
            'tableLayout': 'fixed',
            'fontSize': 13,
            '& th': { textAlign: 'left', fontWeight: 400, color: 'text.secondary', fontSize: 12 },
            '& th, & td': { pr: 1.5, verticalAlign: 'top', overflowWrap: 'anywhere', lineHeight: '18px' },
            '& td': { fontFamily: 'monospace', fontSize: 12 },
          }}
        >
          <thead>
            <tr>
              {(['field', 'hub', 'member'] as const).map(column => (
                <Box
                  component="th"
                  key={column}
                  scope="col"
                  sx={{ width: column === 'field' ? '48%' : 'auto' }}
                >
                  {t(`state.${column}`)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.slice(0, FIELDS).map(({ path, wanted, found }) => (
              <tr key={path}>
                <td>{path}</td>
                <td>{wanted ?? t('state.nothing')}</td>
                <td>{found ?? t('state.nothing')}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
      {more > 0 && t('state.moreFields', { count: more })}
    </Box>
  );
};
