import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Choice } from '../../../components/ListBar';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import type { Decided } from './useDecided';
import { useDecisionWords } from './useDecisionWords';

/** Which decision is shown; nothing to choose where there was one only. */
export const DecisionChoice = ({ decided: { decisions, number } }: { decided: Decided }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { setDecided } = usePlacementUrl();
  const { line } = useDecisionWords();
  const value = number === undefined ? '' : String(number);
  const options = decisions.map(one => [one.isLast ? '' : String(one.number), line(one)] as const);
  const isListed = options.some(([one]) => one === value);
  if (decisions.length < 2 && number === undefined) return null;
  return (
    <Choice
      label={t('decisions.label')}
      value={value}
      options={isListed ? options : [...options, [value, t('decisions.numbered', { number: value })]]}
      onChange={setDecided}
    />
  );
};
