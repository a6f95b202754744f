import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { parseLabelQuery } from '@fleetstage/backstage-plugin-fleetstage-engine';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { clustersTranslationRef } from '../../translation/clusters';

interface LabelFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A label selector; taken on Enter and when it is left, and only when it is one. */
export const LabelField = ({ value, onChange }: LabelFieldProps) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const [text, setText] = useState(value);
  const parsed = text.trim() === '' ? undefined : parseLabelQuery(text);
  const isBad = parsed !== undefined && !parsed.ok;
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBad && text.trim() !== value) onChange(text.trim());
  };
  return (
    <form onSubmit={take}>
      <TextField
        size="small"
        value={text}
        placeholder={t('label')}
        onChange={event => setText(event.target.value)}
        onBlur={() => take()}
        error={isBad && text !== value}
        helperText={isBad && text !== value ? t('badLabel', { message: parsed.error }) : undefined}
        sx={{ 'width': 190, '& input': { py: 0.75, fontSize: 13 } }}
        inputProps={{ 'aria-label': t('label') }}
        InputProps={{
          startAdornment: (
            <InputAdornment position="start">
              <LabelOutlined fontSize="small" />
            </InputAdornment>
          ),
        }}
      />
    </form>
  );
};
