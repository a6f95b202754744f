/** Names like `aks-weu-prd-01`, spread over three makers and four regions. */
export function clusterNames(short: string, count: number): string[] {
  const places = ['aks-weu', 'aks-neu', 'eks-use', 'gke-asw'];
  return Array.from(
    { length: count },
    (_, i) => `${places[i % 4]}-${short}-${String(Math.floor(i / 4) + 1).padStart(2, '0')}`,
  );
}
