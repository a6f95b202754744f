import { runCommand } from './command/runCommand';

void runCommand(process.argv.slice(2));
