/** Actions of the result: download from the browser, export on the server, or continue editing. */
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { Download, Send, SlidersHorizontal } from 'lucide-react'
import { AllowanceNote } from '../../../lib/allowance-note.tsx'
import { saveBlob } from '../../../lib/save-blob.ts'
import { useUnavailableReason } from '../../../lib/use-unavailable-reason.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { UnavailableNotice } from '../../../ui/unavailable-notice.tsx'
import type { RenderResult } from '../use-rendering.ts'
import type { EditedOutput, useServerImage } from '../use-server-image.ts'

interface ImageResultActionsProps {
  readonly result: RenderResult
  readonly format: EditedOutput
  readonly quality: number
  /** Encoded in the browser; undefined while encoding, or if the server is needed. */
  readonly file: Blob | undefined
  readonly usesServer: boolean
  /** Made by the server with the current format and quality. */
  readonly serverResult: ConversionState | undefined
  readonly server: ReturnType<typeof useServerImage>
  readonly onEdit: () => void
}

export function ImageResultActions(props: ImageResultActionsProps) {
  const { result, format, quality, file, usesServer, serverResult, server, onEdit } = props
  const reason = useUnavailableReason('edit-image')
  const { label } = formats[format]
  return (
    <>
      {!usesServer ? (
        <Button
          variant="accent"
          size="large"
          disabled={!file}
          onClick={() => file && saveBlob(editedName(result.image.file.name, format), file)}
        >
          <Icon of={Download} /> {imageEditorMessages.download}
        </Button>
      ) : serverResult?.downloadUrl ? (
        <DownloadButton variant="accent" size="large" href={serverResult.downloadUrl}>
          <Icon of={Download} /> {imageEditorMessages.download}
        </DownloadButton>
      ) : server.progress ? (
        <div className="flex flex-col gap-2">
          <ProgressBar percent={server.progress.percent} label={imageEditorMessages.exporting(label)} />
          <div className="flex items-center justify-between gap-2">
            <p role="status" className="font-semibold">
              {server.progress.text}
            </p>
            <Button onClick={server.cancel}>{imageEditorMessages.cancel}</Button>
          </div>
        </div>
      ) : reason === undefined ? (
        <>
          <Button variant="accent" size="large" onClick={() => server.export({ result, format, quality })}>
            <Icon of={Send} /> {imageEditorMessages.createOnServer(label)}
          </Button>
          <p className="min-h-5">
            <AllowanceNote />
          </p>
        </>
      ) : (
        <UnavailableNotice reason={reason} />
      )}
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {usesServer && !server.progress && !serverResult ? server.exportFailure : null}
      </p>
      <Button onClick={onEdit}>
        <Icon of={SlidersHorizontal} /> {imageEditorMessages.editAgain}
      </Button>
    </>
  )
}

/** 'holiday.jpeg' becomes 'holiday-edited.webp'. */
function editedName(name: string, format: FormatId): string {
  return `${name.replace(/\.[^.]*$/, '') || name}-edited.${formats[format].extensions[0]}`
}
