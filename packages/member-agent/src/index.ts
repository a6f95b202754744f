export { runCommand } from './runCommand';
