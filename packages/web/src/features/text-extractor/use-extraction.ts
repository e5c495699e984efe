/** Query for the result of a finished OCR job. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { type Extraction, fetchExtraction } from './extraction.ts'

export interface ExtractionQuery {
  readonly extraction: Extraction | undefined
  readonly hasFailed: boolean
  readonly refetchResult: () => void
}

export function useExtraction(state: ConversionState | undefined): ExtractionQuery {
  const { data, isError, refetch } = useQuery({
    queryKey: [state?.downloadUrl, 'extraction'],
    enabled: typeof state?.downloadUrl === 'string',
    queryFn: () => (state ? fetchExtraction(state) : undefined),
    // A book has megabytes of words, so they are released on unmount.
    gcTime: 0,
  })
  return {
    extraction: state ? data : undefined,
    hasFailed: isError,
    refetchResult: () => void refetch(),
  }
}
