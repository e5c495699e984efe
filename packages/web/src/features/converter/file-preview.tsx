/** The picture of a chosen file, or a plain plate for files that a browser cannot draw. */
import type { FileKind } from '@filesmith/contract/formats'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { useEffect, useState } from 'react'
import { formatLabel } from '../../lib/format-label.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'

const previewDelayMs = 300

interface FilePreviewProps {
  readonly kind: FileKind
  readonly fileName: string
  /** The file itself, once the server has all of it; a restored file has none. */
  readonly file: File | undefined
}

export function FilePreview({ kind, fileName, file }: FilePreviewProps) {
  const url = usePreviewUrl(kind === 'image' ? file : undefined)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isBroken = url !== undefined && url === brokenUrl

  if (url !== undefined && !isBroken)
    return (
      // Always an img: a script inside an SVG never runs there.
      <img
        src={url}
        alt={uploadMessages.preview(fileName)}
        onError={() => setBrokenUrl(url)}
        className="checkerboard fade-in max-h-40 max-w-full rounded object-contain"
      />
    )
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <span className="relative grid h-24 w-20 place-items-center rounded border border-line-strong bg-surface">
        <KindIcon kind={kind} sizePx={24} />
        <span className="figures absolute bottom-1.5 text-xs font-semibold">{endingOf(fileName)}</span>
      </span>
      {isBroken ? (
        <p className="text-xs text-ink-muted">{uploadMessages.noPreview(endingOf(fileName))}</p>
      ) : null}
    </div>
  )
}

function usePreviewUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    const timer = setTimeout(() => setUrl(objectUrl), previewDelayMs)
    return () => {
      clearTimeout(timer)
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  return url
}

function endingOf(fileName: string): string {
  const ending = fileName.includes('.') ? (fileName.split('.').at(-1) ?? '') : ''
  return formatLabel(ending).slice(0, 6)
}
