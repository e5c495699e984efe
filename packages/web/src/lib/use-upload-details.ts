/** What the server found inside a file that has arrived. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type UploadDetails, uploadDetailsSchema } from '@filesmith/contract/schemas/upload-details'
import { useQuery } from '@tanstack/react-query'

export interface Inspection {
  /** Absent while it looks, and when it could not say: the file can be converted all the same. */
  readonly details: UploadDetails | undefined
  readonly isLooking: boolean
}

export function useUploadDetails(uploadId: string | undefined): Inspection {
  const { data: details, isLoading: isLooking } = useQuery({
    queryKey: [apiPaths.uploadDetails(uploadId ?? '')],
    enabled: uploadId !== undefined,
    select: uploadDetailsSchema.parse,
  })
  return { details, isLooking }
}
