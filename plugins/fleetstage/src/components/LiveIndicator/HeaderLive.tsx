export const HeaderLive = () => null;
