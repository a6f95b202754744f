import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { SELECTORS } from '../../../model/placementEditor/fields';
import { labelText, parseLabelText } from '../../../model/placementEditor/selectorText';
import type { FieldPath } from '../../../model/placementEditor/placementText';
import { placementEditorTranslationRef } from '../../../translation/placementEditor';
import { useForm } from '../formContext';
import { SelectionCount } from '../SelectionCount';
import { ChoiceField, FieldRow, QueryField, TextField } from './fields';
import { ItemList } from './ItemList';

const IN_NAMESPACE = { group: '', version: 'v1', kind: 'ConfigMap', name: '' };
const ON_HUB = { group: '', version: 'v1', kind: 'Namespace', name: '' };

/** Which objects of the hub are placed, with their count. */
export const ResourcesSection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { textAt } = useForm();
  const isNamespaced = textAt(['kind']) === 'ResourcePlacement';
  return (
    <ItemList
      title={t('resources.title')}
      path={SELECTORS}
      none={t('resources.empty')}
      add={t('resources.add')}
      removeLabel={n => t('resources.remove', { n })}
      fresh={isNamespaced ? IN_NAMESPACE : ON_HUB}
      count={<SelectionCount />}
      keepsEmpty
    >
      {(selector, path) => <Selector selector={selector} path={path} />}
    </ItemList>
  );
};

type Way = 'all' | 'byName' | 'byLabels';

const wayOf = (selector: JsonObject): Way =>
  selector.labelSelector !== undefined ? 'byLabels' : selector.name !== undefined ? 'byName' : 'all';

const SCOPES = ['NamespaceWithResources', 'NamespaceOnly', 'NamespaceWithResourceSelectors'] as const;

const Selector = ({ selector, path }: { selector: JsonObject; path: FieldPath }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const isNamespace = selector.kind === 'Namespace' && (selector.group ?? '') === '';
  return (
    <>
      <FieldRow columns="minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1.4fr)">
        <TextField path={[...path, 'kind']} label={t('resources.kind')} keepsEmpty />
        <TextField path={[...path, 'version']} label={t('resources.version')} keepsEmpty />
        <TextField
          path={[...path, 'group']}
          label={t('resources.group')}
          placeholder={t('resources.groupHint')}
          keepsEmpty
        />
      </FieldRow>
      <Which selector={selector} path={path} />
      {isNamespace && (
        <ChoiceField
          path={[...path, 'selectionScope']}
          label={t('resources.brings')}
          fallback={SCOPES[0]}
          options={SCOPES.map(one => [one, t(`resources.${one}`)])}
        />
      )}
    </>
  );
};

/** One by name, those with labels, or all of the kind. */
const Which = ({ selector, path }: { selector: JsonObject; path: FieldPath }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { set, textAt } = useForm();
  const way = wayOf(selector);
  const choose = (next: string) => {
    const { name: _, labelSelector: __, ...rest } = selector;
    set(path, {
      ...rest,
      ...(next === 'byName' && { name: '' }),
      ...(next === 'byLabels' && { labelSelector: {} }),
    });
  };
  return (
    <FieldRow columns="minmax(0, 1fr) minmax(0, 1.6fr)">
      <ChoiceField
        // Not a field of the placement: which of its fields is there.
        path={[...path, 'by']}
        label={t('resources.by')}
        fallback={way}
        options={(['byName', 'byLabels', 'all'] as const).map(one => [one, t(`resources.${one}`)])}
        onChoose={choose}
      />
      {way === 'byName' && (
        <TextField
          path={[...path, 'name']}
          label={t('resources.name')}
          hint={textAt([...path, 'name']) === '' ? t('resources.noName') : undefined}
          keepsEmpty
        />
      )}
      {way === 'byLabels' && (
        <QueryField
          path={[...path, 'labelSelector']}
          label={t('resources.labels')}
          placeholder="app = web"
          toText={labelText}
          parse={parseLabelText}
          empty={{}}
        />
      )}
    </FieldRow>
  );
};
