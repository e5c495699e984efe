/** Preview of an image file, or a file icon for formats the browser cannot display. */
import type { FileKind } from '@filesmith/contract/formats'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { useState } from 'react'
import { FileIcon } from '../ui/file-icon.tsx'
import { extensionLabel } from './extension-label.ts'
import { useObjectUrl } from './use-object-url.ts'

const previewDelayMs = 300

interface ImagePreviewProps {
  readonly kind: FileKind
  readonly fileName: string
  /** Undefined until the upload is complete. */
  readonly file: File | undefined
  /** Preview that the server made of a format that browsers do not show. */
  readonly serverUrl?: string | undefined
}

export function ImagePreview({ kind, fileName, file, serverUrl }: ImagePreviewProps) {
  const localUrl = useObjectUrl(file, previewDelayMs)
  const url = serverUrl ?? localUrl
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isBroken = url !== undefined && url === brokenUrl

  if (url !== undefined && !isBroken)
    return (
      // Always an <img>: scripts inside an SVG do not run there (XSS).
      <img
        src={url}
        alt={uploadMessages.preview(fileName)}
        onError={() => setBrokenUrl(url)}
        className="checkerboard fade-in max-h-40 max-w-full rounded object-contain"
      />
    )
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <FileIcon kind={kind} label={extensionLabel(fileName)} />
      {isBroken ? (
        <p className="text-xs text-ink-muted">{uploadMessages.noPreview(extensionLabel(fileName))}</p>
      ) : null}
    </div>
  )
}
