import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button, { type ButtonProps } from '@mui/material/Button';
import { MEMBER_COMMAND, MEMBER_CONFIG, WATCH_COMMAND } from '../../model/guides/snippets';
import { useUrlPatch, useUrlState } from '../../routing';
import { guidesTranslationRef } from '../../translation/guides';
import { GuideDialog } from './GuideDialog';

/** [How to join one]: the guide opens by `?dialog=join`, so at most one of these stands on a page. */
export const JoinGuide = (button: Pick<ButtonProps, 'variant' | 'color'>) => {
  const { t } = useTranslationRef(guidesTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  return (
    <>
      <Button {...button} onClick={() => patch({ dialog: 'join' }, { push: true })}>
        {t('join.open')}
      </Button>
      {dialog === 'join' && (
        <GuideDialog
          title={t('join.title')}
          steps={[
            { title: t('join.reach'), body: t('join.reachBody'), code: MEMBER_CONFIG },
            { title: t('join.create'), body: t('join.createBody'), code: MEMBER_COMMAND },
            { title: t('join.watch'), body: t('join.watchBody'), code: WATCH_COMMAND },
          ]}
          onClose={() => patch({ dialog: undefined })}
        />
      )}
    </>
  );
};
