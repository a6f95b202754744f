import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useMemo, useState } from 'react';
import { Age } from '../../components/Age';
import { SectionCard } from '../../components/SectionCard';
import { toYaml } from '../../model/yaml';
import { overridesTranslationRef } from '../../translation/overrides';
import { TextDiff } from '../placementEditor/DiffMode';

type Snapshot = Schemas['OverrideSnapshotInfo'];

/** The revisions that are kept, newest first, with where they run; an older one beside the newest on demand. */
export const SnapshotsCard = ({ history }: { history: readonly Snapshot[] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const newest = history.at(0);
  return (
    <SectionCard title={t('snapshots.title')} count={history.length}>
      {newest === undefined ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('snapshots.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {history.map(one => (
            <Line key={one.name} one={one} newest={newest} />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const Line = ({ one, newest }: { one: Snapshot; newest: Snapshot }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, isLatest, since, clusters } = one;
  return (
    <Box component="li" sx={{ px: 2, py: 0.5, fontSize: 13, lineHeight: '20px' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 30, flexWrap: 'wrap' }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>{name}</Box>
        <Box sx={{ color: 'text.secondary' }}>
          {isLatest && `${t('snapshots.latest')}, `}
          {t('snapshots.clusters', { count: clusters })}
          {since !== undefined && (
            <>
              {', '}
              <Age at={since} isAgo />
            </>
          )}
        </Box>
        {!isLatest && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            sx={{ ml: 'auto' }}
          >
            {t(isOpen ? 'snapshots.hide' : 'snapshots.compare')}
          </Button>
        )}
      </Box>
      <Box id={id}>{isOpen && <Difference one={one} newest={newest} />}</Box>
    </Box>
  );
};

const Difference = ({ one, newest }: { one: Snapshot; newest: Snapshot }) => {
  const [before, after] = useMemo(() => [toYaml(one.spec), toYaml(newest.spec)], [one, newest]);
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden', mb: 1 }}>
      <TextDiff before={before} after={after} />
    </Box>
  );
};
