import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { sharedTranslationRef } from '../translation/shared';
import { InfoDialog } from './InfoDialog';
import { CodeBlock } from './KubectlPanel';
import { useCopy } from './useCopy';

interface CommandsDialogProps {
  readonly title: string;
  readonly commands: string;
  readonly onClose: () => void;
}

/** How to look at an object with kubectl. */
export const CommandsDialog = ({ title, commands, onClose }: CommandsDialogProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  return (
    <InfoDialog
      title={title}
      width="sm"
      onClose={onClose}
      action={
        <Button variant="contained" onClick={() => copy(commands)}>
          {t('copy.copy')}
        </Button>
      }
    >
      <CodeBlock text={commands} label={title} />
    </InfoDialog>
  );
};
