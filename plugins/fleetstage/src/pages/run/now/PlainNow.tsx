import { BottomBar } from '../../../components/BottomBar';
import { NowCard, type NowCardProps } from '../../../components/NowCard';

/** A Now card whose acts are also at the bottom of small screens. */
export const PlainNow = (props: NowCardProps) => (
  <>
    <NowCard {...props} hidesActionsWhenSmall={props.actions !== undefined} />
    {props.actions && <BottomBar>{props.actions}</BottomBar>}
  </>
);
