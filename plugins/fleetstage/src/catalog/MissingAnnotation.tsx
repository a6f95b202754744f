import type { Entity } from '@backstage/catalog-model';
import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { EmptyState } from '../components/EmptyState';
import { useReportState } from '../components/pageState';
import { useCopy } from '../components/useCopy';
import { CodeBlock } from '../components/KubectlPanel';
import { CLUSTER_ANNOTATION, PLACEMENT_ANNOTATION } from '../model/catalog/annotations';
import { catalogTranslationRef } from '../translation/catalog';

/** Says which annotation is missing, ready to copy. */
export const MissingAnnotation = ({ entity: { kind, metadata } }: { entity: Entity }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const copy = useCopy();
  useReportState('empty');
  const isCluster = kind.toLowerCase() === 'resource';
  const line = `${isCluster ? CLUSTER_ANNOTATION : PLACEMENT_ANNOTATION}: ${metadata.name}`;
  const snippet = `annotations:\n  ${line}`;
  return (
    <EmptyState
      icon={InfoOutlined}
      title={t(isCluster ? 'missingCluster' : 'missingTitle')}
      body={
        <>
          {t('missingBody')}
          <Box sx={{ mt: 1 }}>
            <CodeBlock text={snippet} label={t('missingBody')} />
          </Box>
        </>
      }
      actions={
        <Button variant="outlined" color="inherit" startIcon={<ContentCopy />} onClick={() => copy(snippet)}>
          {t('copy')}
        </Button>
      }
    />
  );
};
