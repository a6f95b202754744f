import { useTranslationRef } from '@backstage/frontend-plugin-api';
import DataObject from '@mui/icons-material/DataObject';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { EmptyState } from '../../../components/EmptyState';
import { SectionCard } from '../../../components/SectionCard';
import type { Placement } from '../../../model/placement/now';
import { resourceTree, type KindGroup } from '../../../model/placement/resourceTree';
import { placementTranslationRef } from '../../../translation/placement';

/** What is placed: by namespace and kind. */
export const ResourcesTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { resources, resourcesProblem, latestSnapshot } = placement;
  if (resources.length === 0) {
    return (
      <EmptyState
        icon={DataObject}
        title={t(resourcesProblem ? 'resources.problem' : 'resources.emptyTitle')}
        body={resourcesProblem ?? t('resources.emptyBody')}
      />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {resourceTree(resources).map(({ namespace, count, kinds }) => (
        <SectionCard
          key={namespace ?? ''}
          title={
            namespace === undefined
              ? t('resources.clusterWide')
              : t('resources.namespace', { name: namespace })
          }
          count={t('header.objects', { count })}
          action={
            latestSnapshot && (
              <Box sx={{ color: 'text.secondary' }}>{t('resources.latest', { index: latestSnapshot })}</Box>
            )
          }
        >
          {kinds.map(kind => (
            <Kind key={`${kind.kind} ${kind.group}`} kind={kind} />
          ))}
        </SectionCard>
      ))}
    </Box>
  );
};

/** Names per kind; more on demand. */
const SHOWN = 30;

const Kind = ({ kind: { kind, group, names } }: { kind: KindGroup }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? names : names.slice(0, SHOWN);
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
          {names.length.toLocaleString()}
        </Box>
        {group && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{group}</Box>}
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2.5, minWidth: 0 }}
      >
        {shown.map(name => (
          <Box component="li" key={name} sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Box>
        ))}
        {shown.length < names.length && (
          <li>
            <Link
              component="button"
              type="button"
              underline="hover"
              onClick={() => setAll(true)}
              sx={{ fontSize: 13 }}
            >
              {t('resources.showAll', { count: names.length })}
            </Link>
          </li>
        )}
      </Box>
    </Box>
  );
};
