/** The Preview tab: the rendered image, its size before and after, and the download. */
import { type FormatId, formatFacts, formats } from '@filesmith/contract/formats'
import { editGeometry, type Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { editedOutputs } from '@filesmith/contract/operations/edit-image'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { Download, Send, SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useId, useState } from 'react'
import { AllowanceNote } from '../../../lib/allowance-note.tsx'
import { describeSaving } from '../../../lib/describe-saving.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { saveBlob } from '../../../lib/save-blob.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { useUnavailableReason } from '../../../lib/use-unavailable-reason.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ResultCard } from '../../../ui/result-card.tsx'
import { UnavailableNotice } from '../../../ui/unavailable-notice.tsx'
import { SettingSlider } from '../controls/setting-slider.tsx'
import { isSameEdit } from '../edit-history.ts'
import type { EditorImage } from '../image/editor-image.ts'
import type { EncodedImage, RenderedImage } from '../image/image-worker-client.ts'
import { type BrowserOutput, browserOutputs } from '../image/worker-messages.ts'
import { defaultQuality, type RenderResult } from '../use-rendering.ts'
import type { EditedOutput, useServerImage } from '../use-server-image.ts'

/** Debounces slider movements. */
const debounceMs = 200

interface PreviewTabProps {
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly result: RenderResult
  /** The current settings. */
  readonly present: ImageEdit
  readonly server: ReturnType<typeof useServerImage>
  readonly onEdit: () => void
}

const qualityBounds = { min: 1, max: 100, step: 1 }

export function PreviewTab({ panelRef, result, present, server, onEdit }: PreviewTabProps) {
  const [format, setFormat] = useState<(typeof editedOutputs)[number]>(result.encoding.format)
  const [quality, setQuality] = useState(defaultQuality)
  const noteId = useId()
  const { file, shown, unsupportedFormats } = useEncodedFile(result, format, quality)
  const url = useObjectUrl(shown, 0)
  const { output } = editGeometry(result.image, result.edit)
  const usesServer = !(browserOutputs as readonly string[]).includes(format) || unsupportedFormats.has(format)
  const { label } = formats[format]
  const serverResult = server.resultFor({ result, format, quality })
  const isLossless = formatFacts(format).isLossless === true
  return (
    <div ref={panelRef} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {isSameEdit(present, result.edit) ? null : <UnavailableNotice reason={imageEditorMessages.outdated} />}
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="relative grid h-[min(72dvh,50rem)] place-items-center overflow-hidden rounded border border-line bg-surface-sunken max-md:h-[44dvh]">
          {url ? (
            <img
              src={url}
              alt={imageEditorMessages.resultImage}
              className="checkerboard absolute inset-3 m-auto max-h-[calc(100%-1.5rem)] max-w-[calc(100%-1.5rem)]"
            />
          ) : null}
        </div>
        <div>
          <ResultCard
            heading={imageEditorMessages.resultHeading}
            actions={
              <ImageResultActions
                result={result}
                format={format}
                quality={quality}
                file={file}
                usesServer={usesServer}
                serverResult={serverResult}
                server={server}
                onEdit={onEdit}
              />
            }
          >
            <ResultComparison
              image={result.image}
              output={output}
              label={label}
              sizeBytes={usesServer ? (serverResult?.resultSize ?? undefined) : file?.size}
              isPending={!usesServer && !file}
            />
            <ChoiceGroup
              legend={imageEditorMessages.format}
              choices={editedOutputs.map(id => ({ value: id, label: formats[id].label }))}
              value={format}
              isDisabled={server.progress !== undefined}
              onChange={id => setFormat(editedOutputs.find(known => known === id) ?? format)}
            />
            {/* Fixed height, so that selecting a format shifts nothing. */}
            <div className="min-h-17">
              {isLossless ? (
                <p className="text-ink-muted">{imageEditorMessages.lossless}</p>
              ) : (
                <SettingSlider
                  label={imageEditorMessages.quality}
                  value={quality}
                  defaultValue={defaultQuality}
                  bounds={qualityBounds}
                  valueText={imageEditorMessages.percent(quality)}
                  onChange={setQuality}
                  onCommit={() => undefined}
                />
              )}
            </div>
            <p id={noteId} aria-live="polite" className="min-h-15 text-xs text-ink-muted">
              {usesServer ? imageEditorMessages.byServer(label) : imageEditorMessages.inBrowser}
            </p>
          </ResultCard>
        </div>
      </div>
    </div>
  )
}

interface ResultComparisonProps {
  readonly image: EditorImage
  readonly output: Size
  readonly label: string
  readonly sizeBytes: number | undefined
  readonly isPending: boolean
}

/** Before and after: format, dimensions, file size. */
function ResultComparison({ image, output, label, sizeBytes, isPending }: ResultComparisonProps) {
  const pending = isPending ? imageEditorMessages.measuring : imageEditorMessages.sizeUnknown
  return (
    <div>
      <dl className="grid grid-cols-2 gap-3">
        <Side
          name={imageEditorMessages.before}
          lines={[
            formats[image.format].label,
            imageEditorMessages.size(image.width, image.height),
            formatBytes(image.file.size),
          ]}
        />
        <Side
          name={imageEditorMessages.after}
          lines={[
            label,
            imageEditorMessages.size(output.width, output.height),
            sizeBytes === undefined ? '…' : formatBytes(sizeBytes),
          ]}
        />
      </dl>
      <p aria-live="polite" className="mt-2 text-xs text-ink-muted">
        {sizeBytes === undefined ? pending : describeSaving(image.file.size, sizeBytes)}
      </p>
    </div>
  )
}

function Side({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  const [format, pixels, bytes] = lines
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd>
        <span className="block font-semibold">{format}</span>
        <span className="figures block text-xs">{pixels}</span>
        <span className="figures block text-xs">{bytes}</span>
      </dd>
    </div>
  )
}

interface EncodedFile {
  /** Undefined while encoding. */
  readonly file: Blob | undefined
  /** The last encoded file, shown until the next one is ready. */
  readonly shown: Blob | undefined
  /** Formats this browser turned out not to support. */
  readonly unsupportedFormats: ReadonlySet<string>
}

interface LastEncoded {
  readonly rendering: RenderedImage
  readonly key: string
  readonly encoded: EncodedImage | undefined
}

/** Encodes the result in the selected format and quality, debounced. */
function useEncodedFile({ rendered, encoding }: RenderResult, format: string, quality: number): EncodedFile {
  const first = rendered.first === 'unsupported' ? undefined : rendered.first
  const [latest, setLatest] = useState<LastEncoded>()
  // A new rendering comes with its first file and invalidates the previous ones.
  const last: LastEncoded =
    latest?.rendering === rendered
      ? latest
      : { rendering: rendered, key: keyOf(encoding.format, encoding.quality), encoded: first }
  const [unsupportedFormats, setUnsupportedFormats] = useState<ReadonlySet<string>>(
    () => new Set(first ? [] : [encoding.format]),
  )
  const key = keyOf(format, quality)
  const output = browserOutputs.find(id => id === format && !unsupportedFormats.has(id))
  const isCurrent = last.key === key && last.encoded !== undefined

  useEffect(() => {
    if (!output || isCurrent) return
    const abortController = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const encoded = await rendered.encode({ format: output, quality }, abortController.signal)
        if (abortController.signal.aborted) return
        if (encoded === 'unsupported') setUnsupportedFormats(known => new Set([...known, output]))
        else setLatest({ rendering: rendered, key: keyOf(output, quality), encoded })
      } catch {
        if (!abortController.signal.aborted) setUnsupportedFormats(known => new Set([...known, output]))
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [rendered, output, quality, isCurrent])

  return {
    file: output && isCurrent ? last.encoded?.file : undefined,
    shown: last.encoded?.file,
    unsupportedFormats,
  }
}

/** PNG has no quality setting. */
function keyOf(format: BrowserOutput | string, quality: number): string {
  return format === 'png' ? format : `${format} ${quality}`
}

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

/** Actions of the result: download from the browser, export on the server, or continue editing. */
function ImageResultActions(props: ImageResultActionsProps) {
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
