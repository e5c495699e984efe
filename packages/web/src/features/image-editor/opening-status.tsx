/** Progress of opening an image, and why the server is needed. */
import { formats } from '@filesmith/contract/formats'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { OpenState } from './use-open-image.ts'

interface OpeningStatusProps {
  readonly server: Extract<OpenState, { phase: 'opening' }>['server']
}

export function OpeningStatus({ server }: OpeningStatusProps) {
  if (!server)
    return (
      <p role="status" className="font-semibold">
        {imageEditorMessages.opening}
      </p>
    )
  return (
    <div className="flex flex-col gap-2">
      <p>{imageEditorMessages.openingByServer(formats[server.format].label)}</p>
      <ProgressBar percent={server.progress?.percent ?? 0} label={imageEditorMessages.openingProgress} />
      <p role="status" className="font-semibold">
        {server.progress?.text}
      </p>
    </div>
  )
}
