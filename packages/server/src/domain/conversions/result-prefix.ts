/** Storage prefix of all outputs of a conversion. */

export function resultPrefix(conversionId: string): string {
  return `results/${conversionId}/`
}
