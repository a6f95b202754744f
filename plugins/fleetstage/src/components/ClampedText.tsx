import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { cutEnd, cutMiddle } from '../model/cutMiddle';
import { sharedTranslationRef } from '../translation/shared';
import { MessageText } from './MessageText';

/** On a laptop. */
const CUT_FROM = 220;

interface ClampedTextProps {
  readonly text: string;
  readonly isStrong?: boolean;
  /** Characters of about two lines where it stands; a shorter text is never cut. */
  readonly cutFrom?: number;
  /** Sentences, of which the end without its beginning may say the opposite: they are cut at their end. */
  readonly isSentences?: boolean;
}

/** A message: about two lines, its middle left out, then "Show all". Causes stand at the end of what machines write. */
export const ClampedText = ({
  text,
  isStrong = false,
  cutFrom = CUT_FROM,
  isSentences = false,
}: ClampedTextProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > cutFrom;
  const cut = isSentences ? cutEnd : cutMiddle;
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: isStrong ? 500 : 400 }}>
      <Box
        sx={
          isLong && !isOpen
            ? { display: '-webkit-box', WebkitLineClamp: 4, WebkitBoxOrient: 'vertical', overflow: 'hidden' }
            : undefined
        }
      >
        <MessageText text={isLong && !isOpen ? cut(text, cutFrom) : text} />
      </Box>
      {isLong && (
        <Link
          component="button"
          type="button"
          underline="hover"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ fontSize: 12 }}
        >
          {t(isOpen ? 'show.less' : 'show.all')}
        </Link>
      )}
    </Box>
  );
};
