/** Status of a completed upload: one file, several, or files restored from an earlier visit. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { Check } from 'lucide-react'
import { Icon } from './icon.tsx'

interface UploadedStatusProps {
  /** Unknown for files that were restored without their list. */
  readonly fileCount: number | undefined
}

export function UploadedStatus({ fileCount }: UploadedStatusProps) {
  return (
    <p role="status" className="flex min-h-12 items-center gap-2 font-semibold text-success">
      <Icon of={Check} />
      {statusText(fileCount)}
    </p>
  )
}

function statusText(fileCount: number | undefined): string {
  if (fileCount === undefined) return uploadMessages.ready
  return fileCount === 1 ? uploadMessages.complete : uploadMessages.severalReady(fileCount)
}
