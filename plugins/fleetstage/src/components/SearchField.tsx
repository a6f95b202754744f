import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { sharedTranslationRef } from '../translation/shared';
import { isTyping } from './isTyping';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is searched, e.g. "Find cluster". */
  readonly label?: string;
  readonly width?: number | string;
}

const PAUSE_MS = 250;

/** Searches while one types, after a short pause; `/` goes into it. */
export const SearchField = ({ value, onChange, label, width = 240 }: SearchFieldProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { text, setText, input } = useTyped(value, onChange);
  const name = label ?? t('search.label');
  return (
    <TextField
      size="small"
      value={text}
      inputRef={input}
      placeholder={name}
      onChange={event => setText(event.target.value)}
      onKeyDown={event => event.key === 'Escape' && setText('')}
      sx={{ width, 'maxWidth': '100%', '& input': { py: 0.75, fontSize: 13 } }}
      inputProps={{ 'aria-label': name }}
      InputProps={{
        startAdornment: (
          <InputAdornment position="start">
            <Search fontSize="small" />
          </InputAdornment>
        ),
        endAdornment: text && (
          <InputAdornment position="end">
            <IconButton size="small" aria-label={t('search.clear')} onClick={() => setText('')}>
              <Clear fontSize="small" />
            </IconButton>
          </InputAdornment>
        ),
      }}
    />
  );
};

function useTyped(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  // Cleared or set from outside, e.g. by Back.
  useEffect(() => {
    if (value !== reported.current) setText(value);
    reported.current = value;
  }, [value]);
  useEffect(() => {
    if (text === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = text;
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { text, setText, input };
}
