import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHub } from '../routing';
import { useAsk, type Send } from './useFleetQuery';

/** A write, after which every page asks again. */
export function useWritten<Input, Output>(request: (input: Input) => Send<Output>) {
  const ask = useAsk(useHub());
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => ask(request(input)),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['fleetstage'] }),
  });
}
