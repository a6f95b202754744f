import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import LinkOff from '@mui/icons-material/LinkOff';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import SearchOff from '@mui/icons-material/SearchOff';
import Sync from '@mui/icons-material/Sync';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type WorkloadHealth = Schemas['WorkloadHealth'];

/** Icon and tone of how an object on a cluster does. */
export const workloadLooks = {
  failing: { icon: ErrorIcon, tone: 'error' },
  missing: { icon: SearchOff, tone: 'warning' },
  notOwned: { icon: LinkOff, tone: 'warning' },
  progressing: { icon: Sync, tone: 'info' },
  unknown: { icon: RadioButtonUnchecked, tone: 'neutral' },
  healthy: { icon: CheckCircle, tone: 'success' },
} as const;
