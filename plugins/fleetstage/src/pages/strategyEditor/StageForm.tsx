import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { labelText, parseLabelText } from '../../model/placementEditor/selectorText';
import type { StageHints } from '../../model/strategyEditor/stageHints';
import { STAGES } from '../../model/strategyEditor/strategyText';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { FieldRow, QueryField, TextField } from '../placementEditor/form/fields';
import { useForm } from '../placementEditor/formContext';
import { ConcurrencyField } from './ConcurrencyField';
import { Gates } from './Gates';
import { StageItem, type StageActs } from './StageItem';

interface StageFormProps {
  readonly index: number;
  readonly itemKey: number;
  readonly hints: StageHints | undefined;
  readonly acts: StageActs;
}

/** A stage of a strategy as fields. */
export const StageForm = ({ index, itemKey, hints, acts }: StageFormProps) => {
  const at = [...STAGES, index];
  return (
    <StageItem index={index} itemKey={itemKey} acts={acts}>
      {name => (
        <>
          <Fields at={at} hints={hints} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.25 }}>
            <Gates stage={at} side="beforeStageTasks" name={name} />
            <Gates stage={at} side="afterStageTasks" name={name} />
          </Box>
        </>
      )}
    </StageItem>
  );
};

const Fields = ({ at, hints }: { at: readonly (string | number)[]; hints: StageHints | undefined }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { valueAt } = useForm();
  const selector = [...at, 'labelSelector'];
  const words = useHintWords(hints);
  const isNone = valueAt(selector) === undefined;
  return (
    <FieldRow columns="minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 0.8fr)">
      <QueryField
        path={selector}
        label={t('stages.labels')}
        placeholder={isNone ? undefined : t('stages.all')}
        hint={isNone ? t('stages.noneSelected') : words.labels}
        toText={labelText}
        parse={parseLabelText}
        empty={{}}
      />
      <TextField
        path={[...at, 'sortingLabelKey']}
        label={t('stages.order')}
        placeholder={t('stages.orderNone')}
        hint={words.order}
      />
      <ConcurrencyField path={[...at, 'maxConcurrency']} hint={words.share} />
    </FieldRow>
  );
};

/** Warnings under the fields of a stage; they keep nobody from saving. */
function useHintWords(hints: StageHints | undefined) {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  if (hints === undefined) return {};
  const { matches, also, noOrder, share } = hints;
  const warn = (text: string) => (
    <Box component="span" sx={{ color: 'text.primary', fontWeight: 500 }}>
      {text}
    </Box>
  );
  const first = (clusters: readonly string[]) => ({
    count: clusters.length,
    cluster: clusters[0],
    more: clusters.length - 1,
  });
  return {
    labels:
      also !== undefined
        ? warn(t('stages.also', { ...first(also.clusters), stages: also.stages.join(', ') }))
        : matches === 0
          ? warn(t('stages.empty'))
          : t('stages.matches', { count: matches }),
    order: noOrder.length > 0 ? warn(t('stages.noOrder', first(noOrder))) : undefined,
    share: share && t('stages.share', { count: matches, slots: share.slots, share: share.text }),
  };
}
