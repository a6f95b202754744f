import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ActsMenu, type Act } from './ActsMenu';
import { dangerButton } from './dangerButton';
import { PermitButton } from './PermitButton';

interface ObjectActsProps {
  readonly edit: WritingAct;
  readonly copy: WritingAct;
  readonly remove: WritingAct;
  /** Of the menu. */
  readonly more: string;
}

interface WritingAct extends Act {
  readonly permit: Schemas['Permit'];
}

/** What one does with a strategy or an override; on small screens there is room for one button and the menu. */
export const ObjectActs = ({ edit, copy, remove, more }: ObjectActsProps) => {
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const editButton = (
    <PermitButton permit={edit.permit} variant="contained" onClick={edit.onDo}>
      {edit.label}
    </PermitButton>
  );
  if (isSmall)
    return (
      <>
        {editButton}
        <ActsMenu label={more} acts={[copy, remove]} />
      </>
    );
  return (
    <>
      <PermitButton
        permit={remove.permit}
        variant="outlined"
        color="error"
        sx={dangerButton}
        onClick={remove.onDo}
      >
        {remove.label}
      </PermitButton>
      <PermitButton permit={copy.permit} variant="outlined" onClick={copy.onDo}>
        {copy.label}
      </PermitButton>
      {editButton}
    </>
  );
};
