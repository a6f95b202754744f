import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { useRef, type ReactNode } from 'react';
import { errorText } from '../../../components/errorText';
import { SectionCard } from '../../../components/SectionCard';
import { useFocusAdded } from '../../../components/useFocusAdded';
import { objectsAt } from '../../../model/placementEditor/fields';
import type { FieldPath } from '../../../model/placementEditor/placementText';
import { sharedTranslationRef } from '../../../translation/shared';
import { fieldId, useForm } from '../formContext';
import { useItemKeys } from './useItemKeys';

interface ItemListProps {
  readonly title: string;
  readonly path: FieldPath;
  readonly hint?: string;
  readonly none: string;
  readonly add: string;
  readonly removeLabel: (n: number) => string;
  /** A new item. */
  readonly fresh: JsonObject;
  /** Stands between two items. */
  readonly between?: string;
  /** These stay as they are. */
  readonly fixed?: number;
  /** Beside the title. */
  readonly count?: ReactNode;
  /** An empty list stays in the placement. */
  readonly keepsEmpty?: boolean;
  readonly children: (item: JsonObject, path: FieldPath, isFixed: boolean) => ReactNode;
}

/** A list of the placement: its items, each with Remove, and Add. */
export const ItemList = (props: ItemListProps) => {
  const { title, path, hint, none, add, fresh, between, fixed = 0, count, keepsEmpty = false } = props;
  const { t } = useTranslationRef(sharedTranslationRef);
  const { manifest, set, faultAt, isReadOnly } = useForm();
  const items = objectsAt(manifest, path);
  const { keys, remove: removeKey } = useItemKeys(items.length);
  const { box, willAdd } = useFocusAdded(items.length, '[role="group"]');
  const fault = faultAt(path);
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    const isLast = items.length === 1;
    set(isLast ? path : [...path, index], isLast && keepsEmpty ? [] : undefined);
    removeKey(index);
    // The row is gone, and with it what had the focus.
    addButton.current?.focus();
  };
  return (
    <SectionCard title={title} count={count ?? (items.length > 0 ? items.length : undefined)}>
      <Box ref={box} id={fieldId(path)} tabIndex={-1} sx={{ outlineOffset: -2 }}>
        {(fault !== undefined || (hint !== undefined && items.length > 0)) && (
          <FormHelperText
            component="div"
            error={fault !== undefined}
            sx={[{ px: 2, pt: 1.25, m: 0, fontSize: 13 }, errorText]}
          >
            {fault ?? hint}
          </FormHelperText>
        )}
        {items.length === 0 && (
          <Box sx={{ px: 2, pt: 1.25, fontSize: 13, color: 'text.secondary' }}>{none}</Box>
        )}
        {items.map((item, index) => (
          <Item
            key={keys[index]}
            {...props}
            item={item}
            index={index}
            between={index > 0 ? between : undefined}
            isFixed={index < fixed}
            label={t('item', { list: title, n: index + 1, total: items.length })}
            onRemove={() => remove(index)}
          />
        ))}
        <Box sx={{ px: 1.25, py: 1 }}>
          <Button
            ref={addButton}
            size="small"
            startIcon={<Add />}
            disabled={isReadOnly}
            onClick={() => {
              willAdd();
              set([...path, items.length], fresh);
            }}
          >
            {add}
          </Button>
        </Box>
      </Box>
    </SectionCard>
  );
};

interface ItemProps extends ItemListProps {
  readonly item: JsonObject;
  readonly index: number;
  readonly isFixed: boolean;
  /** What tells its fields from those of the others. */
  readonly label: string;
  readonly onRemove: () => void;
}

const Item = ({ item, index, path, between, isFixed, label, onRemove, removeLabel, children }: ItemProps) => {
  const { faultAt, isReadOnly } = useForm();
  const itemPath = [...path, index];
  const fault = faultAt(itemPath);
  return (
    <Box role="group" aria-label={label} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      {between !== undefined && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 1 }}>{between}</Box>
      )}
      {/* A button beside the fields of a telephone would cut what stands in them. */}
      <Box
        sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, alignItems: 'flex-start' }}
      >
        <Box
          id={fieldId(itemPath)}
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, width: { xs: '100%', sm: 'auto' }, display: 'grid', gap: 1 }}
        >
          {children(item, itemPath, isFixed)}
          {fault !== undefined && (
            <FormHelperText component="div" error sx={[{ m: 0, fontSize: 12 }, errorText]}>
              {fault}
            </FormHelperText>
          )}
        </Box>
        {!isFixed && (
          <IconButton
            size="small"
            aria-label={removeLabel(index + 1)}
            disabled={isReadOnly}
            onClick={onRemove}
            sx={{ mt: { xs: 0, sm: 2.5 }, alignSelf: { xs: 'flex-end', sm: 'flex-start' } }}
          >
            <DeleteOutline fontSize="small" />
          </IconButton>
        )}
      </Box>
    </Box>
  );
};
