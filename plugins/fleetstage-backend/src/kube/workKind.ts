import { targetOf } from './targetOf';

/** Objects for a pull member's agent (RUL 48); push members have none but those that KubeFleet has left. */
export const WORK = targetOf('Work');
