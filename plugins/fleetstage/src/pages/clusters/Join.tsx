import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ButtonProps } from '@mui/material/Button';
import { JoinGuide } from '../../components/guides/JoinGuide';
import { JoinCluster } from './JoinCluster';

interface JoinProps extends Pick<ButtonProps, 'variant'> {
  readonly page: Pick<Schemas['ClusterPage'], 'mayJoin'>;
}

/** Lets a cluster join; who may not do so here is shown how it is done. */
export const Join = ({ page, ...button }: JoinProps) =>
  page.mayJoin?.isAllowed ? <JoinCluster {...button} /> : <JoinGuide {...button} />;
