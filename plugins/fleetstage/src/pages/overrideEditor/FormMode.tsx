import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { SectionCard } from '../../components/SectionCard';
import {
  CLUSTER_KIND,
  FRESH_RULE,
  freshObject,
  NAMESPACED_KIND,
  objectsPath,
  PLACEMENT,
  RULES,
  withKind,
} from '../../model/overrideEditor/overrideText';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { EditorForm } from '../placementEditor/EditorForm';
import { ChoiceField, FieldRow, TextField } from '../placementEditor/form/fields';
import { ItemList } from '../placementEditor/form/ItemList';
import { useForm } from '../placementEditor/formContext';
import type { Editor } from '../placementEditor/useEditor';
import { RuleForm } from './RuleForm';

interface FormModeProps {
  readonly editor: Editor;
  readonly causes: readonly PlacedCause[];
  /** What each rule matches; absent while it is not known. */
  readonly rules: readonly Schemas['OverrideRuleMatch'][] | undefined;
}

/** The override as fields. */
export const FormMode = memo(({ editor, causes, rules }: FormModeProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { manifest, base, read, set, rewrite, offered } = editor;
  return (
    <EditorForm {...{ manifest, base, read, set, offered, causes }}>
      <WhereCard onKind={kind => rewrite(text => withKind(text, kind))} />
      <ObjectsList />
      <ItemList
        title={t('rules.title')}
        path={RULES}
        hint={t('rules.hint')}
        none={t('rules.none')}
        add={t('rules.add')}
        removeLabel={n => t('rules.remove', { n })}
        fresh={FRESH_RULE}
        keepsEmpty
      >
        {(_, path) => {
          const index = Number(path.at(-1));
          return <RuleForm index={index} match={rules?.find(({ position }) => position === index)} />;
        }}
      </ItemList>
    </EditorForm>
  );
});

/** Name, what it can change, and whose; all of it stays once it is there. */
const WhereCard = ({ onKind }: { onKind: (kind: string) => void }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { isNew, textAt } = useForm();
  const isNamespaced = textAt(['kind']) === NAMESPACED_KIND;
  return (
    <SectionCard title={t('where.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FieldRow columns="minmax(0, 2fr) minmax(0, 3fr)">
          <TextField path={['metadata', 'name']} label={t('where.name')} isDisabled={!isNew} keepsEmpty />
          <ChoiceField
            path={['kind']}
            label={t('where.scope')}
            fallback={CLUSTER_KIND}
            isDisabled={!isNew}
            options={([CLUSTER_KIND, NAMESPACED_KIND] as const).map(one => [one, t(`where.${one}`)])}
            onChoose={onKind}
          />
        </FieldRow>
        {isNamespaced && (
          <TextField
            path={['metadata', 'namespace']}
            label={t('where.namespace')}
            isDisabled={!isNew}
            keepsEmpty
          />
        )}
        <FieldRow columns={isNamespaced ? 'minmax(0, 2fr) minmax(0, 3fr)' : 'minmax(0, 1fr)'}>
          <TextField
            path={PLACEMENT}
            label={t('where.placement')}
            placeholder={t('where.anyPlacement')}
            hint={isNew && t('where.placementHint')}
            isDisabled={!isNew}
          />
          {isNamespaced && textAt(PLACEMENT) !== '' && (
            <ChoiceField
              path={['spec', 'placement', 'scope']}
              label={t('where.placementScope')}
              fallback="Cluster"
              isDisabled={!isNew}
              options={(['Cluster', 'Namespaced'] as const).map(one => [one, t(`where.${one}`)])}
            />
          )}
        </FieldRow>
        {!isNamespaced && <Hint>{t('where.namespaceHint')}</Hint>}
        {!isNew && <Hint>{t('where.fixed')}</Hint>}
      </Box>
    </SectionCard>
  );
};

const Hint = ({ children }: { children: string }) => (
  <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{children}</Box>
);

const ObjectsList = () => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { manifest } = useForm();
  return (
    <ItemList
      title={t('objects.title')}
      path={objectsPath(manifest)}
      none={t('objects.none')}
      add={t('objects.add')}
      removeLabel={n => t('objects.remove', { n })}
      fresh={freshObject(manifest)}
      keepsEmpty
    >
      {(_, path) => (
        <FieldRow columns="minmax(0, 1.2fr) minmax(0, 1fr) 84px minmax(0, 1.4fr)">
          <TextField path={[...path, 'kind']} label={t('objects.kind')} keepsEmpty />
          <TextField
            path={[...path, 'group']}
            label={t('objects.group')}
            placeholder={t('objects.groupHint')}
            keepsEmpty
          />
          <TextField path={[...path, 'version']} label={t('objects.version')} keepsEmpty />
          <TextField path={[...path, 'name']} label={t('objects.name')} keepsEmpty />
        </FieldRow>
      )}
    </ItemList>
  );
};
