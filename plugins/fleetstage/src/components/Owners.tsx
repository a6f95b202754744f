import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { EntityRefLinks } from '@backstage/plugin-catalog-react';
import { statusTranslationRef } from '../translation/status';

const SHOWN = 2;

/** The teams that own something, as links to the catalog; of more than two the rest is counted. */
export const Owners = ({ owners }: { owners: readonly string[] }) => {
  const { t } = useTranslationRef(statusTranslationRef);
  if (owners.length === 0) return null;
  return (
    <>
      <EntityRefLinks entityRefs={owners.slice(0, SHOWN)} defaultKind="group" hideIcons />
      {owners.length > SHOWN && ` ${t('owners.more', { n: owners.length - SHOWN })}`}
    </>
  );
};
