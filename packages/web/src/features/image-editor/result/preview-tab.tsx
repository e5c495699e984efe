/** The third tab: the finished picture, what became of its size, and the way to take it home. */
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
import { type Result, usualQuality } from '../use-rendering.ts'
import { ResultActions } from './result-actions.tsx'
import { ResultFigures } from './result-figures.tsx'
import { useServerExport } from './use-server-export.ts'
import { useWrittenFile } from './use-written-file.ts'

interface PreviewTabProps {
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly result: Result
  /** The settings as they are now. */
  readonly present: ImageEdit
  readonly uploadId: string | undefined
  readonly onUploaded: (uploadId: string) => void
  readonly onEdit: () => void
}

const qualityBounds = { min: 1, max: 100, step: 1 }

export function PreviewTab({ panelRef, result, present, uploadId, onUploaded, onEdit }: PreviewTabProps) {
  const [format, setFormat] = useState<(typeof editedOutputs)[number]>(result.encoding.format)
  const [quality, setQuality] = useState(usualQuality)
  const noteId = useId()
  const { file, shown, notWritable } = useWrittenFile(result, format, quality)
  const server = useServerExport(uploadId, onUploaded)
  const url = useObjectUrl(shown, 0)
  const { output } = editGeometry(result.image, result.edit)
  const isByServer = !(browserOutputs as readonly string[]).includes(format) || notWritable.has(format)
  const { label } = formats[format]
  const made = server.madeOf({ result, format, quality })
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
              <ResultActions
                result={result}
                format={format}
                quality={quality}
                file={file}
                isByServer={isByServer}
                made={made}
                server={server}
                onEdit={onEdit}
              />
            }
          >
            <ResultFigures
              image={result.image}
              output={output}
              label={label}
              sizeBytes={isByServer ? (made?.resultSize ?? undefined) : file?.size}
              isPending={!isByServer && !file}
            />
            <ChoiceGroup
              legend={imageEditorMessages.format}
              choices={editedOutputs.map(id => ({ value: id, label: formats[id].label }))}
              value={format}
              isDisabled={server.step !== undefined}
              onChange={id => setFormat(editedOutputs.find(known => known === id) ?? format)}
            />
            {/* Its place is kept, so that choosing a format moves nothing. */}
            <div className="min-h-17">
              {isLossless ? (
                <p className="text-ink-muted">{imageEditorMessages.lossless}</p>
              ) : (
                <SettingSlider
                  label={imageEditorMessages.quality}
                  value={quality}
                  usual={usualQuality}
                  bounds={qualityBounds}
                  valueText={imageEditorMessages.percent(quality)}
                  onChange={setQuality}
                  onSettle={() => undefined}
                />
              )}
            </div>
            <p id={noteId} aria-live="polite" className="min-h-15 text-xs text-ink-muted">
              {isByServer ? imageEditorMessages.byServer(label) : imageEditorMessages.inBrowser}
            </p>
          </ResultCard>
        </div>
      </div>
    </div>
  )
}
