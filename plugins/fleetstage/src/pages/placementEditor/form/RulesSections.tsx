import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useRef } from 'react';
import { PREFERRED, REQUIRED_TERMS } from '../../../model/placementEditor/fields';
import {
  isEmptyRule,
  labelText,
  parseLabelText,
  parsePropertyText,
  propertyText,
} from '../../../model/placementEditor/selectorText';
import { placementEditorTranslationRef } from '../../../translation/placementEditor';
import { useForm } from '../formContext';
import { ChoiceField, FieldRow, QueryField, TextField } from './fields';
import { ItemList } from './ItemList';

/** Which clusters may be picked at all. */
export const RequiredSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <ItemList
      title={t('required.title')}
      path={REQUIRED_TERMS}
      hint={t('required.hint')}
      none={t('required.none')}
      add={t('required.add')}
      between={t('required.or')}
      removeLabel={n => t('required.remove', { n })}
      fresh={{ labelSelector: {} }}
    >
      {(rule, path) => (
        <FieldRow columns="minmax(0, 1fr)">
          <QueryField
            path={[...path, 'labelSelector']}
            label={t('required.labels')}
            hint={isEmptyRule(rule) ? t('required.every') : undefined}
            placeholder={t('labelsExample')}
            toText={labelText}
            parse={parseLabelText}
            empty={{}}
          />
          <QueryField
            path={[...path, 'propertySelector']}
            label={t('required.properties')}
            placeholder={t('propertiesExample')}
            toText={propertyText}
            parse={parsePropertyText}
          />
        </FieldRow>
      )}
    </ItemList>
  );
};

/** Which clusters are picked first. */
export const PreferredSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <ItemList
      title={t('preferred.title')}
      path={PREFERRED}
      hint={t('preferred.hint')}
      none={t('preferred.none')}
      add={t('preferred.add')}
      removeLabel={n => t('preferred.remove', { n })}
      fresh={{ weight: 10, preference: { labelSelector: {} } }}
    >
      {(item, path) => {
        const sorter = [...path, 'preference', 'propertySorter'];
        const { preference } = item as { preference?: { propertySorter?: unknown } };
        return (
          <>
            <FieldRow columns="96px minmax(0, 1fr)">
              <TextField path={[...path, 'weight']} label={t('preferred.weight')} isNumber />
              <QueryField
                path={[...path, 'preference', 'labelSelector']}
                label={t('preferred.labels')}
                placeholder={t('labelsExample')}
                toText={labelText}
                parse={parseLabelText}
                empty={{}}
              />
            </FieldRow>
            <FieldRow columns="minmax(0, 1fr) 132px">
              <SorterField path={sorter} />
              {preference?.propertySorter !== undefined && (
                <ChoiceField
                  path={[...sorter, 'sortOrder']}
                  label={t('preferred.order')}
                  fallback="Descending"
                  options={(['Descending', 'Ascending'] as const).map(one => [one, t(`preferred.${one}`)])}
                />
              )}
            </FieldRow>
          </>
        );
      }}
    </ItemList>
  );
};

interface Sorter {
  readonly name?: string;
}

/** The name of a property; without one nothing is ranked by it. The order is a separate field. */
const SorterField = ({ path }: { path: readonly (string | number)[] }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { set, textAt } = useForm();
  const orderPath = [...path, 'sortOrder'];
  const order = textAt(orderPath);
  // A name is often taken away to write another one, and that may come before the placement has followed.
  const lastOrder = useRef('Descending');
  const isGone = useRef(false);
  if (order !== '') lastOrder.current = order;
  const write = (sorter: Sorter | undefined) => {
    const isFirst = order === '' || isGone.current;
    isGone.current = sorter === undefined;
    set(sorter === undefined ? path : [...path, 'name'], sorter?.name);
    if (sorter !== undefined && isFirst) set(orderPath, lastOrder.current);
  };
  return (
    <QueryField<Sorter>
      path={path}
      label={t('preferred.sorter')}
      placeholder={t('preferred.sorterExample')}
      toText={({ name = '' }) => name}
      parse={text => ({
        ok: true,
        value: text.trim() === '' ? undefined : { name: text.trim() },
      })}
      onWrite={write}
    />
  );
};
