/** The Preview tab: the rendered image, its size before and after, and the download. */
import { formats } from '@filesmith/contract/formats'
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editedOutputs } from '@filesmith/contract/operations/edit-image'
import { type RefObject, useId, useState } from 'react'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { ResultCard } from '../../../ui/result-card.tsx'
import { UnavailableNotice } from '../../../ui/unavailable-notice.tsx'
import { SettingSlider } from '../controls/setting-slider.tsx'
import { isSameEdit } from '../edit-history.ts'
import { browserOutputs } from '../image/worker-messages.ts'
import { defaultQuality, type RenderResult } from '../use-rendering.ts'
import type { useServerImage } from '../use-server-image.ts'
import { ImageResultActions } from './image-result-actions.tsx'
import { ResultComparison } from './result-comparison.tsx'
import { useEncodedFile } from './use-encoded-file.ts'

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
  const isLossless = format === 'png' || format === 'tiff'
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
