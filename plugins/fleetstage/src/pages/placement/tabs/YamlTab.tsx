import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Placement } from '../../../model/placement/now';
import { ManifestCard } from '../../../components/ManifestCard';
import { placementTranslationRef } from '../../../translation/placement';

/** The placement as it is on the hub, to read and to copy. */
export const YamlTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  return <ManifestCard title={t('yaml.title')} note={t('yaml.readOnly')} manifest={placement.manifest} />;
};
