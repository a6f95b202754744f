import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { ActsMenu } from '../../components/ActsMenu';
import type { Cluster } from '../../model/clusters/now';
import { useUrlPatch, useUrlState } from '../../routing';
import { leaveTranslationRef } from '../../translation/leave';
import { LeaveDialog } from './LeaveDialog';

const DIALOG = 'leave';

/** Acts without a button. */
export const ClusterMenu = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(leaveTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  return (
    <>
      <ActsMenu
        label={t('more')}
        acts={[
          {
            label: t('open'),
            onDo: () => patch({ dialog: DIALOG }, { push: true }),
            permit: cluster.may.leave,
          },
        ]}
      />
      {dialog === DIALOG && <LeaveDialog cluster={cluster} onClose={() => patch({ dialog: undefined })} />}
    </>
  );
};
