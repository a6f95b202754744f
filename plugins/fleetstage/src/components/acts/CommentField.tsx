import { useTranslationRef } from '@backstage/frontend-plugin-api';
import TextField from '@mui/material/TextField';
import { COMMENT_LIMIT, measureComment } from '../../model/comment';
import { actTranslationRef } from '../../translation/act';
import { errorText } from '../errorText';

const ERROR = { sx: errorText } as const;

interface CommentFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

/** Some lines of text. What is too long stays as it was typed or pasted: the field says by how much, nothing is cut. */
export const CommentField = ({ label, help, value, onChange, isRequired, isDisabled }: CommentFieldProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const { count, over, isNear } = measureComment(value);
  const counted = isNear ? `${help} ${t('comment.counter', { n: count, limit: COMMENT_LIMIT })}` : help;
  return (
    <TextField
      label={label}
      helperText={over > 0 ? t('comment.tooLong', { count: over, n: count, limit: COMMENT_LIMIT }) : counted}
      error={over > 0}
      InputLabelProps={ERROR}
      FormHelperTextProps={ERROR}
      required={isRequired}
      disabled={isDisabled}
      value={value}
      onChange={event => onChange(event.target.value)}
      multiline
      minRows={2}
      maxRows={6}
      fullWidth
      size="small"
      margin="normal"
    />
  );
};
