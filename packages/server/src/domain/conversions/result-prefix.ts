/** Where everything that a conversion made is kept. */

export function resultPrefix(conversionId: string): string {
  return `results/${conversionId}/`
}
