/** Loads the differences that a comparison found. */
import { comparisonPartName, comparisonSchema } from '@filesmith/contract/pdf/comparison'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/request.ts'

export function comparisonUrlOf({ parts }: Pick<ConversionState, 'parts'>): string | undefined {
  return parts.find(({ name }) => name === comparisonPartName)?.url
}

export function useComparison(url: string) {
  return useQuery({
    queryKey: [url, 'comparison'],
    queryFn: async () => comparisonSchema.parse(await (await request('GET', url)).json()),
    // Two long documents can have megabytes of words.
    gcTime: 0,
  })
}
