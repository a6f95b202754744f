import { splitMoments } from '../model/time';
import { Age, Clock } from './Age';
import { useNow } from './useTimeWords';

/** What a machine wrote: the moments in it as ages, as clock times where they are to come or something lasts since then. */
export const MessageText = ({ text }: { text: string }) => {
  const now = useNow();
  return (
    <>
      {splitMoments(text).map((part, index, parts) => {
        if (typeof part === 'string') return part;
        const isAge = Date.parse(part.at) <= now && !/\bsince $/.test(String(parts[index - 1] ?? ''));
        return isAge ? <Age key={index} at={part.at} isAgo /> : <Clock key={index} at={part.at} />;
      })}
    </>
  );
};
