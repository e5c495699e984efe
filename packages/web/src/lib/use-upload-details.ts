/** Details of an uploaded file, as inspected by the server. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import { useQuery } from '@tanstack/react-query'

export interface Inspection {
  /** Undefined while loading and on failure; the file can be converted anyway. */
  readonly details: UploadDetails | undefined
  readonly isInspecting: boolean
}

export function useUploadDetails(uploadId: string | undefined): Inspection {
  const { data: details, isLoading: isInspecting } = useQuery<UploadDetails>({
    queryKey: [apiPaths.uploadDetails(uploadId ?? '')],
    enabled: uploadId !== undefined,
  })
  return { details, isInspecting }
}
