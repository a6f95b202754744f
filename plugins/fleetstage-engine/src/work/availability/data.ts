import { available, type Probe } from './probe';

/** What is only data is available as soon as it is there (requirement 002, RUL 33). */
export const data: Probe = () => available;
