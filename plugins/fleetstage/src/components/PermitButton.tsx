import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { sharedTranslationRef } from '../translation/shared';
import { useHubIsReachable } from './HubBar';

interface PermitButtonProps extends Omit<ButtonProps, 'disabled'> {
  readonly permit: Schemas['Permit'];
}

/** A button that stays where it is and explains itself when you may not press it: focusable, with the reason as a tooltip. */
export const PermitButton = ({ permit, onClick, sx, ...button }: PermitButtonProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const isReachable = useHubIsReachable();
  const [isOpen, setOpen] = useState(false);
  const isAllowed = permit.isAllowed && isReachable;
  const reason = isReachable ? (permit.reason ?? t('permit.noReason')) : t('hub.off');
  if (isAllowed) return <Button {...button} sx={sx} onClick={onClick} />;
  return (
    <Tooltip
      title={reason}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      describeChild
    >
      <Button
        {...button}
        disableRipple
        aria-disabled="true"
        // The reason shows on a tap too: touch screens have neither hover nor focus.
        onClick={() => setOpen(true)}
        sx={[{ opacity: 0.55, cursor: 'not-allowed' }, ...(Array.isArray(sx) ? sx : [sx])]}
      />
    </Tooltip>
  );
};
