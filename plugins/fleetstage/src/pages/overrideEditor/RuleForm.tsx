import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { listNames } from '../../model/listNames';
import {
  FRESH_OPERATION,
  operationsPath,
  parseValueText,
  reachOf,
  RULES,
  termsPath,
  valueText,
} from '../../model/overrideEditor/overrideText';
import { objectsAt } from '../../model/placementEditor/fields';
import type { FieldPath } from '../../model/placementEditor/placementText';
import { labelText, parseLabelText } from '../../model/placementEditor/selectorText';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { Field } from '../createRun/Field';
import { ChoiceField, FieldRow, QueryField, TextField } from '../placementEditor/form/fields';
import { fieldId, useForm } from '../placementEditor/formContext';

interface RuleFormProps {
  readonly index: number;
  readonly match: Schemas['OverrideRuleMatch'] | undefined;
}

/** A rule as fields: which clusters, and what it does there. */
export const RuleForm = ({ index, match }: RuleFormProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { textAt, set } = useForm();
  const at = [...RULES, index];
  const isDelete = textAt([...at, 'overrideType']) === 'Delete';
  const choose = (type: string) => {
    set([...at, 'overrideType'], type === 'Delete' ? type : undefined);
    set(operationsPath(at), type === 'Delete' ? undefined : [FRESH_OPERATION]);
  };
  return (
    <>
      <Box sx={{ fontSize: 13, fontWeight: 500 }}>{t('rules.rule', { n: index + 1 })}</Box>
      <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
        <Reach rule={at} />
        <ChoiceField
          path={[...at, 'overrideType']}
          label={t('rules.type')}
          fallback="JSONPatch"
          options={(['JSONPatch', 'Delete'] as const).map(one => [one, t(`rules.${one}`)])}
          onChoose={choose}
        />
      </FieldRow>
      <Terms rule={at} />
      {match && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('rules.matches', {
            count: match.clusters.count,
            names: listNames([
              ...match.clusters.names.slice(0, NAMED),
              ...(match.clusters.count > NAMED ? ['…'] : []),
            ]),
          })}
        </Box>
      )}
      {!isDelete && <Operations rule={at} index={index} />}
    </>
  );
};

/** So many clusters by name below the fields; the match names more. */
const NAMED = 3;

/** All clusters, those with labels, or none. */
const Reach = ({ rule }: { rule: FieldPath }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { manifest, set, isReadOnly } = useForm();
  const reach = reachOf(manifest, rule);
  const path = [...rule, 'clusterSelector'];
  const choose = (next: string) =>
    set(path, {
      clusterSelectorTerms: next === 'labels' ? [{ labelSelector: { matchLabels: {} } }] : [],
    });
  const id = fieldId(path);
  return (
    <Field id={id} label={t('rules.clusters')}>
      <Select
        labelId={`${id}-label`}
        inputProps={{ id, 'aria-describedby': `${id}-help` }}
        size="small"
        fullWidth
        value={reach}
        disabled={isReadOnly}
        onChange={event => choose(event.target.value)}
        sx={{ fontSize: 14 }}
      >
        {reach === 'none' && <MenuItem value="none">{t('rules.noneSelected')}</MenuItem>}
        {(['all', 'labels'] as const).map(one => (
          <MenuItem key={one} value={one}>
            {t(`rules.${one}`)}
          </MenuItem>
        ))}
      </Select>
    </Field>
  );
};

const Terms = ({ rule }: { rule: FieldPath }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { manifest, set, isReadOnly } = useForm();
  const path = termsPath(rule);
  const terms = objectsAt(manifest, path);
  if (terms.length === 0) return null;
  return (
    <Box>
      {terms.map((_, i) => (
        <Box key={i} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mb: 0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <QueryField
              path={[...path, i, 'labelSelector']}
              label={t(i === 0 ? 'rules.term' : 'rules.orTerm')}
              placeholder="env = prod, tier in (gold, silver)"
              toText={labelText}
              parse={parseLabelText}
              empty={{ matchLabels: {} }}
            />
          </Box>
          {terms.length > 1 && (
            <IconButton
              size="small"
              aria-label={t('rules.removeTerm')}
              disabled={isReadOnly}
              onClick={() => set([...path, i], undefined)}
              sx={{ mt: 2.5 }}
            >
              <DeleteOutline fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<Add />}
        disabled={isReadOnly}
        onClick={() => set([...path, terms.length], { labelSelector: { matchLabels: {} } })}
      >
        {t('rules.addTerm')}
      </Button>
    </Box>
  );
};

const Operations = ({ rule, index }: { rule: FieldPath; index: number }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { manifest, set, textAt, isReadOnly } = useForm();
  const path = operationsPath(rule);
  const operations = objectsAt(manifest, path);
  return (
    <Box sx={{ borderLeft: 2, borderColor: 'divider', pl: 1.5 }}>
      {operations.map((_, i) => (
        <Box key={i} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mb: 0.5 }}>
          <Box id={fieldId([...path, i])} tabIndex={-1} sx={{ flex: 1, minWidth: 0 }}>
            <FieldRow columns="104px minmax(0, 1fr)">
              <ChoiceField
                path={[...path, i, 'op']}
                label={t('operations.op')}
                fallback="add"
                options={(['add', 'replace', 'remove'] as const).map(one => [one, one])}
              />
              <TextField
                path={[...path, i, 'path']}
                label={t('operations.path')}
                placeholder="/spec/replicas"
                keepsEmpty
              />
            </FieldRow>
            {textAt([...path, i, 'op']) !== 'remove' && <ValueField path={[...path, i, 'value']} />}
          </Box>
          <IconButton
            size="small"
            aria-label={t('operations.remove', { n: i + 1, rule: index + 1 })}
            disabled={isReadOnly || operations.length === 1}
            onClick={() => set([...path, i], undefined)}
            sx={{ mt: 2.5 }}
          >
            <DeleteOutline fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<Add />}
        disabled={isReadOnly}
        onClick={() => set([...path, operations.length], FRESH_OPERATION)}
      >
        {t('operations.add')}
      </Button>
    </Box>
  );
};

/** JSON, or a text as it is; what is typed stays while the field has the focus. */
const ValueField = ({ path }: { path: FieldPath }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { valueAt, set, faultAt, isReadOnly } = useForm();
  const [typed, setTyped] = useState<string>();
  const id = fieldId(path);
  const error = faultAt(path);
  const write = (text: string) => {
    setTyped(text);
    set(path, parseValueText(text));
  };
  return (
    <Field id={id} label={t('operations.value')} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        multiline
        maxRows={8}
        value={typed ?? valueText(valueAt(path))}
        error={error !== undefined}
        readOnly={isReadOnly}
        placeholder={t('operations.valueHint')}
        onChange={event => write(event.target.value)}
        onBlur={() => setTyped(undefined)}
        inputProps={{ 'spellCheck': false, 'aria-describedby': `${id}-help` }}
        sx={{ fontFamily: 'monospace', fontSize: 13 }}
      />
    </Field>
  );
};
