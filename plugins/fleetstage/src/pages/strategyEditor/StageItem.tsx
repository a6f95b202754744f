import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { errorText } from '../../components/errorText';
import { textAt } from '../../model/placementEditor/fields';
import { STAGES } from '../../model/strategyEditor/strategyText';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { TextField } from '../placementEditor/form/fields';
import { fieldId, useForm } from '../placementEditor/formContext';

export interface StageActs {
  move(from: number, to: number): void;
  duplicate(index: number): void;
  remove(index: number): void;
}

interface StageItemProps {
  readonly index: number;
  readonly itemKey: number;
  readonly acts: StageActs;
  /** The fields below the name; the stage is called so. */
  readonly children: (name: string) => ReactNode;
}

/** The type of what is dragged: a stage of this page, and nothing from elsewhere. */
const DRAGGED = 'application/x-fleetstage-stage';

export const handleId = (itemKey: number) => `stage-handle-${itemKey}`;

/** A stage of a list that is edited, with what is wrong with it as a whole; Alt with an arrow, or its handle, moves it. */
export const StageItem = ({ index, itemKey, acts, children }: StageItemProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { manifest, faultAt, isReadOnly } = useForm();
  const at = [...STAGES, index];
  const fault = faultAt(at);
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
        {children(name)}
        {fault !== undefined && (
          <FormHelperText component="div" error sx={[{ m: 0, fontSize: 12 }, errorText]}>
            {fault}
          </FormHelperText>
        )}
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
