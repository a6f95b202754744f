import { configApiRef, useApi } from '@backstage/frontend-plugin-api';
import { useEffect } from 'react';

/**
 * The title of the browser's tab while a page is shown, in front of the portal's: of ten open tabs, each says what it is.
 *
 *     payments-2-14-0 | Fleetstage
 */
export function usePageTitle(title: string): void {
  const portal = useApi(configApiRef).getOptionalString('app.title') ?? 'Backstage';
  useEffect(() => {
    document.title = `${title} | ${portal}`;
    return () => {
      document.title = portal;
    };
  }, [title, portal]);
}
