import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { UseOfStrategy } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { PreviewRow } from './PreviewRow';

interface PreviewUsesProps {
  readonly uses: readonly UseOfStrategy[];
  onChoose(placement: string): void;
}

/** A line for each placement that uses the strategy, those in trouble first. */
export const PreviewUses = ({ uses, onChoose }: PreviewUsesProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  if (uses.length === 0) return null;
  return (
    <PreviewRow title={t('preview.placements')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 200, overflow: 'auto' }}>
        {uses.map(({ placement, problems }) => (
          <Box component="li" key={placement} sx={{ fontSize: 13, lineHeight: '22px' }}>
            <Link
              component="button"
              type="button"
              underline="hover"
              onClick={() => onChoose(placement.includes('/') ? placement : `_/${placement}`)}
            >
              {placement}
            </Link>{' '}
            <Box component="span" sx={{ color: problems.length > 0 ? 'text.primary' : 'text.secondary' }}>
              {problems.length > 0
                ? t('preview.placementProblems', { count: problems.length })
                : t('preview.placementFine')}
            </Box>
          </Box>
        ))}
      </Box>
    </PreviewRow>
  );
};
