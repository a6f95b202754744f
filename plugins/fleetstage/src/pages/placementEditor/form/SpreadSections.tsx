import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { objectsAt, SPREAD, TOLERATIONS } from '../../../model/placementEditor/fields';
import { statusTone } from '../../../model/status/tone';
import { placementEditorTranslationRef } from '../../../translation/placementEditor';
import { useForm } from '../formContext';
import { ChoiceField, FieldRow, TextField } from './fields';
import { ItemList } from './ItemList';

/** How evenly the clusters are spread. */
export const SpreadSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <ItemList
      title={t('spread.title')}
      path={SPREAD}
      hint={t('spread.hint')}
      none={t('spread.none')}
      add={t('spread.add')}
      removeLabel={n => t('spread.remove', { n })}
      fresh={{ maxSkew: 1, topologyKey: 'region', whenUnsatisfiable: 'DoNotSchedule' }}
    >
      {(_, path) => (
        <FieldRow columns="minmax(0, 1fr) 112px minmax(0, 1fr)">
          <TextField path={[...path, 'topologyKey']} label={t('spread.key')} keepsEmpty />
          <TextField path={[...path, 'maxSkew']} label={t('spread.skew')} isNumber />
          <ChoiceField
            path={[...path, 'whenUnsatisfiable']}
            label={t('spread.when')}
            fallback="DoNotSchedule"
            options={(['DoNotSchedule', 'ScheduleAnyway'] as const).map(one => [one, t(`spread.${one}`)])}
          />
        </FieldRow>
      )}
    </ItemList>
  );
};

/** Taints that keep the placement away no more; to those that are on the hub one can only add. */
export const TolerationsSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { saved, set } = useForm();
  const fixed = saved === undefined ? 0 : objectsAt(saved, TOLERATIONS).length;
  return (
    <ItemList
      title={t('tolerations.title')}
      path={TOLERATIONS}
      hint={fixed > 0 ? `${t('tolerations.hint')} ${t('tolerations.addOnly')}` : t('tolerations.hint')}
      none={t('tolerations.none')}
      add={t('tolerations.add')}
      removeLabel={n => t('tolerations.remove', { n })}
      // Without a key the hub refuses it, where `Exists` would tolerate every taint for good.
      fresh={{ key: '', operator: 'Equal', effect: 'NoSchedule' }}
      fixed={fixed}
    >
      {(item, path, isFixed) => (
        <FieldRow columns="minmax(0, 1fr) 112px minmax(0, 1fr)">
          <TextField
            path={[...path, 'key']}
            label={t('tolerations.key')}
            hint={
              toleratesAll(item) && (
                <Caution>{t(isFixed ? 'tolerations.everySaved' : 'tolerations.every')}</Caution>
              )
            }
            isDisabled={isFixed}
            keepsEmpty
          />
          <ChoiceField
            path={[...path, 'operator']}
            label={t('tolerations.operator')}
            fallback="Equal"
            isDisabled={isFixed}
            options={(['Equal', 'Exists'] as const).map(one => [one, t(`tolerations.${one}`)])}
            onChoose={operator => {
              const { value: _, ...rest } = item;
              set(path, operator === 'Exists' ? { ...rest, operator } : { ...item, operator });
            }}
          />
          {item.operator !== 'Exists' && (
            <TextField path={[...path, 'value']} label={t('tolerations.value')} isDisabled={isFixed} />
          )}
        </FieldRow>
      )}
    </ItemList>
  );
};

const toleratesAll = ({ key = '', operator }: JsonObject): boolean => key === '' && operator === 'Exists';

const Caution = ({ children }: { children: string }) => (
  <Box sx={{ color: statusTone(useTheme(), 'warning').text }}>{children}</Box>
);
