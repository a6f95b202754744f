import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { labelText, parseLabelText } from '../../model/placementEditor/selectorText';
import { fleetsText, parseFleets } from '../../model/sequenceEditor/fleets';
import { STAGES } from '../../model/strategyEditor/strategyText';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import { FieldRow, QueryField } from '../placementEditor/form/fields';
import { ConcurrencyField } from '../strategyEditor/ConcurrencyField';
import { StageItem, type StageActs } from '../strategyEditor/StageItem';
import { DurationField } from './DurationField';

interface SequenceStageFormProps {
  readonly index: number;
  readonly itemKey: number;
  readonly acts: StageActs;
  /** How many clusters it takes; absent while that is not known. */
  readonly match: number | undefined;
}

/** A stage of a sequence as fields, with how many clusters it takes. */
export const SequenceStageForm = ({ index, itemKey, acts, match }: SequenceStageFormProps) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const at = [...STAGES, index];
  return (
    <StageItem index={index} itemKey={itemKey} acts={acts}>
      {() => (
        <>
          <FieldRow columns="minmax(0, 1fr) minmax(0, 1.2fr)">
            <QueryField
              path={[...at, 'fleets']}
              label={t('stage.fleets')}
              placeholder={t('stage.fleetsExample')}
              toText={fleetsText}
              parse={parseFleets}
              empty={NONE}
            />
            <QueryField
              path={[...at, 'clusterSelector']}
              label={t('stage.selector')}
              placeholder={t('stage.all')}
              hint={match === undefined ? undefined : t('stage.match', { count: match })}
              toText={labelText}
              parse={parseLabelText}
            />
          </FieldRow>
          <FieldRow columns="minmax(0, 1fr) minmax(0, 1.2fr)">
            <DurationField path={[...at, 'soakDuration']} label={t('stage.soak')} fallback="0" />
            <ConcurrencyField path={[...at, 'maxConcurrency']} hint={undefined} fallback="100%" />
          </FieldRow>
        </>
      )}
    </StageItem>
  );
};

const NONE: readonly string[] = [];
