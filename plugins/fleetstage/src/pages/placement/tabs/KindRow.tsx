import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import type { KindGroup, SizedObject } from '../../../model/placement/resourceTree';
import { sizeText } from '../../../model/sizeText';
import { placementTranslationRef } from '../../../translation/placement';

/** Objects per kind; more on demand. */
const SHOWN = 30;

/** The objects of one kind, each with its size. */
export const KindRow = ({ kind: { kind, group, objects } }: { kind: KindGroup }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? objects : objects.slice(0, SHOWN);
  return (
    <Box
      sx={{
        'display': 'grid',
        'gridTemplateColumns': { xs: 'minmax(0, 1fr)', sm: '220px minmax(0, 1fr)' },
        'columnGap': 2,
        'px': 2,
        'py': 1,
        'fontSize': 13,
        'lineHeight': '20px',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {kind}
        </Box>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {objects.length.toLocaleString()}
        </Box>
        {group && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{group}</Box>}
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2.5, minWidth: 0 }}
      >
        {shown.map(object => (
          <Entry key={object.name} object={object} />
        ))}
        {shown.length < objects.length && (
          <li>
            <Link
              component="button"
              type="button"
              underline="hover"
              onClick={() => setAll(true)}
              sx={{ fontSize: 13 }}
            >
              {t('resources.showAll', { count: objects.length })}
            </Link>
          </li>
        )}
      </Box>
    </Box>
  );
};

const Entry = ({ object: { name, bytes, entries } }: { object: SizedObject }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const facts = [
    bytes !== undefined && sizeText(bytes),
    entries !== undefined && t('resources.envelope', { count: entries }),
  ].filter(Boolean);
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      {name}
      {facts.length > 0 && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 0.75, fontSize: 12 }}>
          {facts.join(', ')}
        </Box>
      )}
    </Box>
  );
};
