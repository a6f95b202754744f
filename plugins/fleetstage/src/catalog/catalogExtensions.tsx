export const catalogExtensions = [];
