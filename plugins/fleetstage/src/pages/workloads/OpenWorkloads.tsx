import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { workloadsTranslationRef } from '../../translation/workloads';
import { useWorkloadsUrl } from './useWorkloadsUrl';

/** Opens the workloads of a cluster on a page that has their drawer. */
export const OpenWorkloads = ({ cluster }: { cluster: string }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { open } = useWorkloadsUrl();
  return (
    <Button size="small" onClick={() => open(cluster)}>
      {t('open')}
    </Button>
  );
};
