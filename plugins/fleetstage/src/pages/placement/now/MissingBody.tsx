import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useShortageSuggestion } from '../../../api/whatIfQueries';
import { SentenceSkeleton } from '../../../components/Skeletons';
import { listNames } from '../../../model/listNames';
import type { Placement } from '../../../model/placement/now';
import { whatIfTranslationRef } from '../../../translation/whatif';

/** The nearest way to all clusters and what it costs; where none is known, what is known of the others. */
export const MissingBody = ({ placement, otherwise }: { placement: Placement; otherwise: string }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { data: found, isPending } = useShortageSuggestion(placement, true);
  const { way } = found ?? {};
  if (isPending) return <SentenceSkeleton lines={2} />;
  if (found === undefined || way === undefined) return <>{otherwise}</>;
  const { message: text } = found;
  const { loses } = way;
  const parts = [
    t('shortageSuggestion.nearest', { text: text.charAt(0).toLowerCase() + text.slice(1) }),
    loses.length === 0
      ? t('shortageSuggestion.nobodyLoses')
      : t('shortageSuggestion.loses', { names: listNames(loses) }),
  ];
  return <>{parts.join(' ')}</>;
};
