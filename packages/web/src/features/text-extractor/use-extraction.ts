/** Fetches what a finished extraction has brought. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { type Extraction, fetchExtraction } from './extraction.ts'

export interface ExtractionQuery {
  readonly extraction: Extraction | undefined
  readonly isUnreadable: boolean
  readonly fetchAgain: () => void
}

export function useExtraction(state: ConversionState | undefined): ExtractionQuery {
  const { data, isError, refetch } = useQuery({
    queryKey: [state?.downloadUrl, 'extraction'],
    enabled: typeof state?.downloadUrl === 'string',
    queryFn: () => (state ? fetchExtraction(state) : undefined),
    // A book is megabytes of words; they go when nobody shows them.
    gcTime: 0,
  })
  return {
    extraction: state ? data : undefined,
    isUnreadable: isError,
    fetchAgain: () => void refetch(),
  }
}
