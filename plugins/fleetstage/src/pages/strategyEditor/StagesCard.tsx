import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { errorText } from '../../components/errorText';
import { SectionCard } from '../../components/SectionCard';
import { visuallyHidden } from '../../components/visuallyHidden';
import { objectsAt, textAt } from '../../model/placementEditor/fields';
import type { StageHints } from '../../model/strategyEditor/stageHints';
import { MOST_STAGES } from '../../model/strategyEditor/strategyFields';
import { duplicateStage, moveItem, STAGES } from '../../model/strategyEditor/strategyText';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { useItemKeys } from '../placementEditor/form/useItemKeys';
import { fieldId, useForm } from '../placementEditor/formContext';
import type { Editor } from '../placementEditor/useEditor';
import { StageForm } from './StageForm';
import { handleId, type StageActs } from './StageItem';

interface StagesCardProps {
  readonly hints: readonly StageHints[];
  readonly rewrite: Editor['rewrite'];
}

const FRESH = { name: '', labelSelector: {}, maxConcurrency: 1 };

/** The stages of a strategy. */
export const StagesCard = ({ hints, rewrite }: StagesCardProps) => (
  <StageCards
    rewrite={rewrite}
    fresh={FRESH}
    stage={(index, itemKey, acts) => (
      <StageForm key={itemKey} itemKey={itemKey} index={index} hints={hints[index]} acts={acts} />
    )}
  />
);

interface StageCardsProps {
  readonly rewrite: Editor['rewrite'];
  /** What a stage begins with. */
  readonly fresh: object;
  /** A `StageItem` with the key. */
  readonly stage: (index: number, itemKey: number, acts: StageActs) => ReactNode;
}

/** The stages in their order; moved, copied, added and removed. */
export const StageCards = ({ rewrite, fresh, stage }: StageCardsProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { set, faultAt, isReadOnly } = useForm();
  const { stages, keys, acts, moved, addButton } = useStages(rewrite);
  const fault = faultAt(STAGES);
  return (
    <SectionCard
      title={t('stages.title')}
      count={t('stages.ofAtMost', { n: stages.length, most: MOST_STAGES })}
    >
      <Box id={fieldId(STAGES)} tabIndex={-1}>
        {fault !== undefined && (
          <FormHelperText component="div" error sx={[{ px: 2, pt: 1.25, m: 0, fontSize: 13 }, errorText]}>
            {fault}
          </FormHelperText>
        )}
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {stages.map((_, i) => stage(i, keys[i], acts))}
        </Box>
        <Box sx={{ px: 1.25, py: 1 }}>
          <Button
            ref={addButton}
            size="small"
            startIcon={<Add />}
            disabled={isReadOnly || stages.length >= MOST_STAGES}
            onClick={() => set([...STAGES, stages.length], fresh)}
          >
            {t('stages.add')}
          </Button>
        </Box>
        <Box role="status" style={visuallyHidden}>
          {moved?.text}
        </Box>
      </Box>
    </SectionCard>
  );
};

/** The stages, each with an identity that it keeps where it goes, and what can be done with them. */
function useStages(rewrite: Editor['rewrite']) {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { manifest, set } = useForm();
  const stages = objectsAt(manifest, STAGES);
  const { keys, ...keep } = useItemKeys(stages.length);
  const addButton = useRef<HTMLButtonElement>(null);
  const [moved, setMoved] = useState<{ readonly key: number; readonly text: string }>();
  useEffect(() => {
    // The rows have changed places, which takes the focus.
    if (moved) document.getElementById(handleId(moved.key))?.focus();
  }, [moved, keys]);
  const acts: StageActs = {
    move: (from, to) => {
      if (to < 0 || to >= stages.length || from === to) return;
      rewrite(text => moveItem(text, STAGES, from, to));
      keep.move(from, to);
      const name = textAt(manifest, [...STAGES, from, 'name']) || String(from + 1);
      setMoved({ key: keys[from], text: t('stages.moved', { name, n: to + 1, of: stages.length }) });
    },
    duplicate: index => {
      rewrite(text => duplicateStage(text, index));
      keep.insert(index + 1);
      setMoved(undefined);
    },
    remove: index => {
      set([...STAGES, index], undefined);
      keep.remove(index);
      setMoved(undefined);
      addButton.current?.focus();
    },
  };
  return { stages, keys, acts, moved, addButton };
}
