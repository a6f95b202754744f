import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { SectionCard } from '../../../components/SectionCard';
import { HISTORY_LIMIT, STRATEGY, textAt } from '../../../model/placementEditor/fields';
import { placementEditorTranslationRef } from '../../../translation/placementEditor';
import { useForm } from '../formContext';
import { ChoiceField, FieldRow, TextField } from './fields';

const TYPES = ['RollingUpdate', 'External'] as const;
const TYPE = [...STRATEGY, 'type'] as const;
const ROLLING = [...STRATEGY, 'rollingUpdate'] as const;
const APPLY = [...STRATEGY, 'applyStrategy'] as const;

/** How changes reach the clusters. */
export const RolloutSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { saved, set, textAt: at } = useForm();
  const isExternal = at(TYPE) === 'External';
  const wasExternal = saved !== undefined && textAt(saved, TYPE) === 'External';
  const choose = (type: string) => {
    set(TYPE, type);
    if (type === 'External') set(ROLLING, undefined);
  };
  return (
    <SectionCard title={t('rollout.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <ChoiceField
          path={TYPE}
          label={t('rollout.type')}
          fallback="RollingUpdate"
          isDisabled={wasExternal}
          hint={wasExternal ? t('rollout.isExternal') : undefined}
          options={TYPES.map(one => [one, t(`rollout.${one}`)])}
          onChoose={choose}
        />
        {isExternal && !wasExternal && (
          <Alert severity="warning" sx={{ py: 0 }}>
            {t('rollout.oneWay')}
          </Alert>
        )}
        {!isExternal && <Limits />}
        <ApplyFields />
        <FieldRow columns="minmax(0, 1fr) minmax(0, 2fr)">
          <TextField path={HISTORY_LIMIT} label={t('rollout.history')} placeholder="10" isNumber />
        </FieldRow>
      </Box>
    </SectionCard>
  );
};

const Limits = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <FieldRow columns="repeat(3, minmax(0, 1fr))">
      <TextField
        path={[...ROLLING, 'maxUnavailable']}
        label={t('rollout.maxUnavailable')}
        hint={t('rollout.limitHint')}
        placeholder="25%"
        isNumber
      />
      <TextField
        path={[...ROLLING, 'maxSurge']}
        label={t('rollout.maxSurge')}
        hint={t('rollout.limitHint')}
        placeholder="25%"
        isNumber
      />
      <TextField
        path={[...ROLLING, 'unavailablePeriodSeconds']}
        label={t('rollout.unavailable')}
        hint={t('rollout.unavailableHint')}
        placeholder="60"
        isNumber
      />
    </FieldRow>
  );
};

const ApplyFields = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
      <ChoiceField
        path={[...APPLY, 'type']}
        label={t('rollout.apply')}
        fallback="ClientSideApply"
        options={(['ClientSideApply', 'ServerSideApply', 'ReportDiff'] as const).map(one => [
          one,
          t(`rollout.${one}`),
        ])}
      />
      <ChoiceField
        path={[...APPLY, 'comparisonOption']}
        label={t('rollout.comparison')}
        fallback="PartialComparison"
        options={[
          ['PartialComparison', t('rollout.partialComparison')],
          ['FullComparison', t('rollout.fullComparison')],
        ]}
      />
      <ChoiceField
        path={[...APPLY, 'whenToApply']}
        label={t('rollout.whenToApply')}
        fallback="Always"
        options={(['Always', 'IfNotDrifted'] as const).map(one => [one, t(`rollout.${one}`)])}
      />
      <ChoiceField
        path={[...APPLY, 'whenToTakeOver']}
        label={t('rollout.whenToTakeOver')}
        fallback="Always"
        options={[
          ['Always', t('rollout.takeOverAlways')],
          ['IfNoDiff', t('rollout.takeOverIfNoDiff')],
          ['Never', t('rollout.takeOverNever')],
        ]}
      />
    </FieldRow>
  );
};
