import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useUrlPatch } from '../../routing';
import { joinTranslationRef } from '../../translation/join';

interface JoinTokenProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** An agent has joined before. */
  readonly isNew: boolean;
}

/** Opens the dialog of the page, by `?dialog=join-token`. */
export const JoinToken = ({ isNew, ...button }: JoinTokenProps) => {
  const { t } = useTranslationRef(joinTranslationRef);
  const patch = useUrlPatch();
  return (
    <Button {...button} onClick={() => patch({ dialog: 'join-token' }, { push: true })}>
      {t(isNew ? 'token.openNew' : 'token.open')}
    </Button>
  );
};
