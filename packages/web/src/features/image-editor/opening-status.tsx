/** How far a picture is that is being opened, and why the server is asked, if it is. */
import { formats } from '@filesmith/contract/formats'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { describeServerStep, percentOf } from './image/describe-server-step.ts'
import type { Opening } from './use-image.ts'

interface OpeningStatusProps {
  readonly server: Extract<Opening, { phase: 'opening' }>['server']
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
      <ProgressBar percent={percentOf(server.step)} label={imageEditorMessages.openingProgress} />
      <p role="status" className="font-semibold">
        {describeServerStep(server.step)}
      </p>
    </div>
  )
}
