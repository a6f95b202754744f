import { splitMoments } from '../model/time';
import { Age, Clock } from './Age';
import { useNow } from './useTimeWords';

/** What a machine wrote: the moments in it as ages, or as clock times where they are to come. */
export const MessageText = ({ text }: { text: string }) => {
  const now = useNow();
  return (
    <>
      {splitMoments(text).map((part, index) => {
        if (typeof part === 'string') return part;
        const isPast = Date.parse(part.at) <= now;
        return isPast ? <Age key={index} at={part.at} isAgo /> : <Clock key={index} at={part.at} />;
      })}
    </>
  );
};
