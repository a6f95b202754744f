/** The clients of a benchmark, in a process of their own. */
import { fillMembers, type FillOptions, type FillResult } from './fillMembers';
import { runLoad, type LoadOptions, type LoadResult } from './runLoad';
import { runWatchLoad, type WatchLoadOptions, type WatchLoadResult } from './watchLoad';

export interface LoadQuestions {
  readonly load: { readonly options: LoadOptions; readonly result: LoadResult };
  readonly fill: { readonly options: FillOptions; readonly result: FillResult };
  readonly watch: { readonly options: WatchLoadOptions; readonly result: WatchLoadResult };
}

export type LoadQuestion = {
  readonly [K in keyof LoadQuestions]: {
    readonly what: K;
    readonly options: LoadQuestions[K]['options'];
  };
}[keyof LoadQuestions];

export type LoadAnswer = LoadQuestions[keyof LoadQuestions]['result'] | 'ready';

function answer(question: LoadQuestion): Promise<LoadAnswer> {
  switch (question.what) {
    case 'load':
      return runLoad(question.options);
    case 'fill':
      return fillMembers(question.options);
    default:
      return runWatchLoad(question.options);
  }
}

process.on('message', ({ id, question }: { id: number; question: LoadQuestion }) => {
  answer(question).then(
    value => process.send?.({ id, value }),
    error => process.send?.({ id, error: String(error?.stack ?? error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.({ id: 0, value: 'ready' satisfies LoadAnswer });
