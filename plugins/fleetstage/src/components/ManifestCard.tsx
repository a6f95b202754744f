import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { toYaml } from '../model/yaml';
import { sharedTranslationRef } from '../translation/shared';
import { CodeBlock } from './KubectlPanel';
import { SectionCard } from './SectionCard';
import { useCopy } from './useCopy';

interface ManifestCardProps {
  readonly title: string;
  readonly note?: string;
  readonly manifest: object;
}

/** An object as YAML, with Copy. */
export const ManifestCard = ({ title, note, manifest }: ManifestCardProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const text = useMemo(() => toYaml(manifest), [manifest]);
  return (
    <SectionCard
      title={title}
      count={note}
      action={
        <Button size="small" startIcon={<ContentCopy />} onClick={() => copy(text)}>
          {t('copy.copy')}
        </Button>
      }
      hasPadding
    >
      <CodeBlock text={text} label={title} />
    </SectionCard>
  );
};
