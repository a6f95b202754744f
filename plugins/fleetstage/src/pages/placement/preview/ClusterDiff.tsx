import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { usePreviewDiff } from '../../../api/previewQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { previewTranslationRef } from '../../../translation/preview';
import { objectName } from '../../run/tabs/ChangeRow';
import { ObjectCard } from '../../run/tabs/ObjectCard';

/** What applying would change on one cluster, object by object, as its API server says. */
export const ClusterDiff = ({ placement, cluster }: { placement: Placement; cluster: string }) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const query = usePreviewDiff(placement, cluster);
  return (
    <AsyncBoundary query={query} what={t('compareWhat')} skeleton={<CardSkeleton rows={5} />} isPart>
      {({ objects, problems, kept, problem, nothingWritten, uncompared, isCut }) => (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box sx={{ color: 'text.secondary' }}>
            {nothingWritten === undefined &&
              uncompared === undefined &&
              (objects.length + problems.length + kept.length === 0 && problem === undefined
                ? t('compareNone', { cluster })
                : t('compareNote', { cluster }))}
            {isCut && ` ${t('cut')}`}
          </Box>
          {problem !== undefined && <Alert severity="error">{t('fails', { problem })}</Alert>}
          {nothingWritten !== undefined && (
            <Alert severity="info">{t('nothingWritten', { cluster, why: nothingWritten })}</Alert>
          )}
          {uncompared !== undefined && <Alert severity="info">{`${uncompared}.`}</Alert>}
          {kept.map(one => (
            <Alert key={`${one.kind} ${objectName(one)}`} severity="warning">
              {t('kept', { kind: one.kind, name: objectName(one), message: one.message })}
            </Alert>
          ))}
          {problems.map(one => (
            <Alert key={`${one.kind} ${objectName(one)}`} severity="error">
              {t('refused', { kind: one.kind, name: objectName(one), message: one.message })}
            </Alert>
          ))}
          {objects.map(object => (
            <ObjectCard key={`${object.kind} ${objectName(object)}`} object={object} />
          ))}
        </Box>
      )}
    </AsyncBoundary>
  );
};
