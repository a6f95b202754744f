import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { objectsAt, SPREAD, TOLERATIONS } from '../../../model/placementEditor/fields';
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

/** Taints that keep the placement away no more; those that are on the hub can only get company. */
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
      fresh={{ key: '', operator: 'Exists', effect: 'NoSchedule' }}
      fixed={fixed}
    >
      {(item, path, isFixed) => (
        <FieldRow columns="minmax(0, 1fr) 112px minmax(0, 1fr)">
          <TextField path={[...path, 'key']} label={t('tolerations.key')} isDisabled={isFixed} keepsEmpty />
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
