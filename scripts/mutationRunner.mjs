/**
 * The jest runner of the mutation tester, with a shorter way: it knows which tests reach a mutant, but loads every suite
 * that imports the file, which here is nearly all of them. The first run notes the file of each test; later ones load the
 * files of the wanted tests only, those beside the mutant first: they mostly notice it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

const [{ factory: createJestRunner }] = jestPlugins;
/** Read by the other processes; each works in the same copy of the package. */
const noteFile = () => path.join(process.cwd(), 'reports/mutation/test-files.json');

createRunner.inject = tokens(commonTokens.injector);
function createRunner(injector) {
  const runner = injector.injectFunction(createJestRunner);
  const runAll = runner.run.bind(runner);
  const runMutant = runner.mutantRun.bind(runner);
  const runDry = runner.dryRun.bind(runner);
  let files;
  let only;
  runner.dryRun = async options => {
    const result = await runDry(options);
    const notes = {};
    for (const { id, fileName } of result.tests ?? []) (notes[id] ??= []).push(fileName);
    mkdirSync(path.dirname(noteFile()), { recursive: true });
    writeFileSync(noteFile(), JSON.stringify(notes));
    return result;
  };
  runner.mutantRun = async options => {
    files ??= JSON.parse(readFileSync(noteFile(), 'utf8'));
    const folder = path.dirname(options.sandboxFileName);
    const reaching = [...new Set(options.testFilter?.flatMap(id => files[id] ?? []))];
    const beside = reaching.filter(file => path.dirname(file) === folder);
    const farther = reaching.filter(file => !beside.includes(file));
    let result;
    for (only of [beside, farther].filter(({ length }) => length > 0)) {
      result = await runMutant(options);
      if (result.status !== MutantRunStatus.Survived) return result;
    }
    only = undefined;
    return result ?? runMutant(options);
  };
  runner.run = settings =>
    runAll(only ? { ...settings, testFiles: only, fileNamesUnderTest: undefined } : settings);
  return runner;
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'jest-by-file', createRunner)];
