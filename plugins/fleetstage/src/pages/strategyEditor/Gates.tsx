import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { forwardRef, useRef, useState } from 'react';
import { GateIcon } from '../../components/chips';
import { errorText } from '../../components/errorText';
import { objectsAt } from '../../model/placementEditor/fields';
import type { FieldPath } from '../../model/placementEditor/placementText';
import { plannedGateWords, type BuiltInGateKind } from '../../model/status/gate';
import {
  freeGates,
  freshGate,
  namedGatesAt,
  type GateType,
  type Side,
} from '../../model/strategyEditor/strategyFields';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { fieldId, useForm, useTyped } from '../placementEditor/formContext';

interface GatesProps {
  readonly stage: FieldPath;
  readonly side: Side;
  /** Of the stage. */
  readonly name: string;
}

/** The gates before or after a stage: a wait with its time, an approval. */
export const Gates = ({ stage, side, name }: GatesProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { manifest, faultAt, set } = useForm();
  const path = [...stage, side];
  const tasks = objectsAt(manifest, path);
  const free = freeGates(side, tasks);
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    set(tasks.length === 1 ? path : [...path, index], undefined);
    // The gate is gone, and with it what had the focus.
    requestAnimationFrame(() => addButton.current?.focus());
  };
  const faults = [
    path,
    ...tasks.flatMap((_, i) => [
      [...path, i],
      [...path, i, 'waitTime'],
    ]),
  ]
    .map(one => faultAt(one))
    .filter(one => one !== undefined);
  const isBefore = side === 'beforeStageTasks';
  return (
    <Box id={fieldId(path)} tabIndex={-1}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', minHeight: 30 }}>
        <Box sx={{ fontSize: 12, color: 'text.secondary', minWidth: 40 }}>
          {t(isBefore ? 'gates.before' : 'gates.after')}
        </Box>
        {tasks.map((task, i) => (
          <Gate
            key={`${String(task.type)} ${i}`}
            path={[...path, i]}
            type={isGateType(task.type) ? task.type : 'TimedWait'}
            name={name}
            onRemove={() => remove(i)}
          />
        ))}
        <NamedGates stage={name} side={side} />
        {free.length > 0 && (
          <AddGate
            ref={addButton}
            label={t(isBefore ? 'gates.addBefore' : 'gates.addAfter', { name })}
            free={free}
            onAdd={type => set([...path, tasks.length], freshGate(type))}
          />
        )}
      </Box>
      {faults.length > 0 && (
        <FormHelperText component="div" error sx={[{ m: 0, fontSize: 12 }, errorText]}>
          {faults.join(' ')}
        </FormHelperText>
      )}
    </Box>
  );
};

interface AddGateProps {
  readonly label: string;
  readonly free: readonly GateType[];
  onAdd(type: GateType): void;
}

/** Adds the one gate that is free, or asks which. */
const AddGate = forwardRef<HTMLButtonElement, AddGateProps>(function AddGateBase(
  { label, free, onAdd },
  ref,
) {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isReadOnly } = useForm();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const add = (type: GateType) => {
    setAnchor(null);
    onAdd(type);
  };
  return (
    <>
      <Button
        ref={ref}
        size="small"
        disabled={isReadOnly}
        aria-label={label}
        aria-haspopup={free.length > 1 ? 'menu' : undefined}
        onClick={event => (free.length === 1 ? add(free[0]) : setAnchor(event.currentTarget))}
      >
        {t('gates.add')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {free.map(type => (
          <MenuItem key={type} onClick={() => add(type)}>
            {t(`gates.${type}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
});

/** Does not compile while a type has no form. */
const ofType = {
  TimedWait: { shownAs: 'wait', hasWait: true, remove: 'gates.removeWait' },
  Approval: { shownAs: 'approval', hasWait: false, remove: 'gates.removeApproval' },
} as const satisfies Record<GateType, { shownAs: BuiltInGateKind; hasWait: boolean; remove: string }>;

const isGateType = (type: unknown): type is GateType => Object.hasOwn(ofType, String(type));

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 30,
  pl: 1.25,
  pr: 0.5,
  borderRadius: 4,
  fontSize: 13,
  backgroundColor: 'action.hover',
};

/** Gates of added kinds are in the annotation: they show, and the YAML is where they are edited. */
const NamedGates = ({ stage, side }: { readonly stage: string; readonly side: Side }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { manifest } = useForm();
  return (
    <>
      {namedGatesAt(manifest, stage, side).map(gate => (
        <Tooltip key={gate.kind} title={t('gates.named')}>
          <Box tabIndex={0} sx={{ ...chip, pr: 1.25, minWidth: 0, overflowWrap: 'anywhere' }}>
            <GateIcon kind={gate.kind} state="notAsked" size={16} />
            {plannedGateWords(gate, { wait: () => gate.kind, approval: () => gate.kind })}
          </Box>
        </Tooltip>
      ))}
    </>
  );
};

interface GateProps {
  readonly path: FieldPath;
  readonly type: GateType;
  readonly name: string;
  readonly onRemove: () => void;
}

const Gate = ({ path, type, name, onRemove }: GateProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isReadOnly } = useForm();
  const { shownAs, hasWait, remove } = ofType[type];
  return (
    <Box id={fieldId(path)} tabIndex={-1} sx={chip}>
      <GateIcon kind={shownAs} state="notAsked" size={16} />
      {t(`gates.${shownAs}`)}
      {hasWait && <WaitField path={[...path, 'waitTime']} label={t('gates.duration', { name })} />}
      <IconButton size="small" disabled={isReadOnly} aria-label={t(remove, { name })} onClick={onRemove}>
        <Close sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
};

const WaitField = ({ path, label }: { path: FieldPath; label: string }) => {
  const { textAt, faultAt, set, isReadOnly } = useForm();
  const [typed, setTyped] = useTyped();
  const isWrong = faultAt(path) !== undefined;
  return (
    <InputBase
      id={fieldId(path)}
      value={typed ?? textAt(path)}
      readOnly={isReadOnly}
      error={isWrong}
      onChange={event => {
        setTyped(event.target.value);
        set(path, event.target.value.trim());
      }}
      onBlur={() => setTyped(undefined)}
      inputProps={{
        'aria-label': label,
        'aria-invalid': isWrong,
        'autoComplete': 'off',
        'spellCheck': false,
      }}
      sx={{
        fontSize: 13,
        width: 64,
        px: 0.75,
        height: 24,
        border: 1,
        borderRadius: 1,
        borderColor: isWrong ? 'error.main' : 'divider',
        backgroundColor: 'background.paper',
      }}
    />
  );
};
