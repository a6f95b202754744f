import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { forwardRef, useState } from 'react';
import { sharedTranslationRef } from '../translation/shared';
import { useHubIsReachable } from './HubBar';

interface PermitButtonProps extends Omit<ButtonProps, 'disabled'> {
  readonly permit: Schemas['Permit'];
}

/** Why an act is off; absent: it is not. */
export function useRefusal(permit: Schemas['Permit']): string | undefined {
  const { t } = useTranslationRef(sharedTranslationRef);
  const isReachable = useHubIsReachable();
  if (!isReachable) return t('hub.off');
  return permit.isAllowed ? undefined : (permit.reason ?? t('permit.noReason'));
}

/** A button that you may not press: it keeps its place and the focus; the reason is said beside it. */
export const RefusedButton = forwardRef<HTMLButtonElement, Omit<ButtonProps, 'disabled'>>(
  ({ sx, ...button }, ref) => (
    <Button
      ref={ref}
      {...button}
      disableRipple
      aria-disabled="true"
      sx={[{ opacity: 0.55, cursor: 'not-allowed' }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  ),
);

/** A button that stays where it is and explains itself when you may not press it: focusable, with the reason as a tooltip. */
export const PermitButton = ({ permit, onClick, sx, ...button }: PermitButtonProps) => {
  const reason = useRefusal(permit);
  const [isOpen, setOpen] = useState(false);
  if (reason === undefined) return <Button {...button} sx={sx} onClick={onClick} />;
  return (
    <Tooltip
      title={reason}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      describeChild
    >
      {/* The reason shows on a tap too: touch screens have neither hover nor focus. */}
      <RefusedButton {...button} sx={sx} onClick={() => setOpen(true)} />
    </Tooltip>
  );
};
