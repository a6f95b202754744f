import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Tooltip from '@mui/material/Tooltip';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { textAt } from '../../model/placementEditor/fields';
import { labelText, parseLabelText } from '../../model/placementEditor/selectorText';
import type { StageHints } from '../../model/strategyEditor/stageHints';
import { concurrencyOf } from '../../model/strategyEditor/strategyFields';
import { STAGES } from '../../model/strategyEditor/strategyText';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { Field } from '../createRun/Field';
import { FieldRow, QueryField, TextField } from '../placementEditor/form/fields';
import { fieldId, useForm, useTyped } from '../placementEditor/formContext';
import { Gates } from './Gates';

export interface StageActs {
  move(from: number, to: number): void;
  duplicate(index: number): void;
  remove(index: number): void;
}

interface StageFormProps {
  readonly index: number;
  readonly itemKey: number;
  readonly hints: StageHints | undefined;
  readonly acts: StageActs;
}

/** The type of what is dragged: a stage of this page, and nothing from elsewhere. */
const DRAGGED = 'application/x-fleetstage-stage';

export const handleId = (itemKey: number) => `stage-handle-${itemKey}`;

/** A stage as fields; Alt with an arrow, or its handle, moves it. */
export const StageForm = ({ index, itemKey, hints, acts }: StageFormProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { manifest, isReadOnly } = useForm();
  const at = [...STAGES, index];
  // A stage without a name is called by its place.
  const name = textAt(manifest, [...at, 'name']) || String(index + 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || isReadOnly) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    acts.move(index, index + step);
  };
  const onDrop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(DRAGGED);
    if (from === '' || isReadOnly) return;
    event.preventDefault();
    acts.move(Number(from), index);
  };
  return (
    <Box
      component="li"
      onKeyDown={onKeyDown}
      onDragOver={(event: DragEvent) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={onDrop}
      sx={{
        display: 'grid',
        gridTemplateColumns: '28px minmax(0, 1fr)',
        columnGap: 1,
        px: 1.5,
        py: 1.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Handle index={index} itemKey={itemKey} name={name} />
      <Box
        id={fieldId(at)}
        role="group"
        aria-label={t('stages.stage', { name })}
        tabIndex={-1}
        sx={{ display: 'grid', gap: 1.25, minWidth: 0 }}
      >
        <Head index={index} name={name} acts={acts} />
        <Fields at={at} hints={hints} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.25 }}>
          <Gates stage={at} side="beforeStageTasks" name={name} />
          <Gates stage={at} side="afterStageTasks" name={name} />
        </Box>
      </Box>
    </Box>
  );
};

const Handle = ({ index, itemKey, name }: { index: number; itemKey: number; name: string }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isReadOnly } = useForm();
  return (
    <Box
      component="button"
      type="button"
      id={handleId(itemKey)}
      draggable={!isReadOnly}
      onDragStart={(event: DragEvent) => event.dataTransfer.setData(DRAGGED, String(index))}
      aria-label={t('stages.handle', { name })}
      sx={{
        'all': 'unset',
        'cursor': isReadOnly ? 'default' : 'grab',
        'height': 28,
        'display': 'flex',
        'alignItems': 'center',
        'color': 'text.secondary',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', borderRadius: 0.5 },
      }}
    >
      <DragIndicator fontSize="small" />
    </Box>
  );
};

const Head = ({ index, name, acts }: { index: number; name: string; acts: StageActs }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isReadOnly } = useForm();
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextField path={[...STAGES, index, 'name']} label={t('stages.name', { n: index + 1 })} keepsEmpty />
      </Box>
      <Act label={t('stages.duplicate', { name })} isOff={isReadOnly} onAct={() => acts.duplicate(index)}>
        <ContentCopy fontSize="small" />
      </Act>
      <Act label={t('stages.remove', { name })} isOff={isReadOnly} onAct={() => acts.remove(index)}>
        <DeleteOutline fontSize="small" />
      </Act>
    </Box>
  );
};

interface ActProps {
  readonly label: string;
  readonly isOff: boolean;
  readonly onAct: () => void;
  readonly children: ReactNode;
}

const Act = ({ label, isOff, onAct, children }: ActProps) => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} disabled={isOff} onClick={onAct} sx={{ mt: 2.75 }}>
        {children}
      </IconButton>
    </span>
  </Tooltip>
);

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

interface ConcurrencyFieldProps {
  readonly path: readonly (string | number)[];
  readonly hint: string | undefined;
}

/** A number of clusters, or a share of them: `3`, `25%`. */
const ConcurrencyField = ({ path, hint }: ConcurrencyFieldProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { textAt: text, faultAt, set, isReadOnly } = useForm();
  const [typed, setTyped] = useTyped();
  const id = fieldId(path);
  const error = faultAt(path);
  return (
    <Field id={id} label={t('stages.atATime')} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={typed ?? text(path)}
        placeholder="1"
        error={error !== undefined}
        readOnly={isReadOnly}
        onChange={event => {
          setTyped(event.target.value);
          set(path, concurrencyOf(event.target.value));
        }}
        onBlur={() => setTyped(undefined)}
        inputProps={{ 'autoComplete': 'off', 'aria-describedby': `${id}-help` }}
        sx={{ fontSize: 14 }}
      />
    </Field>
  );
};
