import { createContext, useContext } from 'react';

/** The hub of a part on a catalog page, where the address names none. */
export const HubContext = createContext<string | undefined>(undefined);

export const useProvidedHub = () => useContext(HubContext);
