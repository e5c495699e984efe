/** A tool that turns one file into another format: counter, options, workbench, result. Everything else is its definition. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { formats } from '@filesmith/contract/formats'
import { maxBytesFor } from '@filesmith/contract/limits'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatLabel } from '../../lib/format-label.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ConversionOverlay } from './conversion-overlay.tsx'
import { defaultOptions, OptionsPanel } from './options-panel.tsx'
import { ResultCard } from './result-card.tsx'
import { UploadCard } from './upload-card.tsx'
import { useConversion } from './use-conversion.ts'
import { useFileUpload } from './use-file-upload.ts'

interface ConverterProps {
  readonly tool: ConverterTool
  /** Whether this is the converter in sight, which takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}

export function Converter({ tool, isActive }: ConverterProps) {
  const { inputs, maxBytes: toolMaxBytes, fileKind: kind, label } = operations[tool.operation]
  const maxBytes = maxBytesFor(toolMaxBytes, 'free')
  const reason = useUnavailableReason(tool.operation)
  const [options, setOptions] = useState(() => defaultOptions(tool))
  const [isFileMissed, setIsFileMissed] = useState(false)
  const { upload, choose, clear } = useFileUpload(tool.operation)
  const { view, start, cancel, deleteResult, reset, closeOverlay } = useConversion(tool)

  const isUnavailable = reason !== undefined
  const isWorking = view.phase === 'working'
  const hasResult = view.phase === 'succeeded' && !view.isOverlayOpen
  const hasOptions = isUnavailable || (upload.phase === 'complete' && !hasResult)

  const startOver = () => {
    reset()
    clear()
    setOptions(defaultOptions(tool))
  }
  const takeFile = ([file]: readonly File[]) => {
    if (!file) return
    setIsFileMissed(false)
    reset()
    choose(file)
  }
  const convert = () => {
    if (upload.phase === 'complete') return void start({ uploadId: upload.uploadId, ...options })
    setIsFileMissed(upload.phase === 'none')
    toasts.show({ title: tool.messages.noFile, variant: 'destructive' })
  }

  return (
    <section aria-label={tool.heading} className="flex flex-col gap-5">
      {isUnavailable ? <UnavailableNotice label={label} reason={reason} /> : null}
      <div className={hasOptions || hasResult ? 'grid items-stretch gap-5 md:grid-cols-2' : 'grid'}>
        <DropZone
          icon={<KindIcon kind={kind} sizePx={40} />}
          prompt={uploadMessages.dropPrompt(kind)}
          takes={uploadMessages.takes(tool.namedInputs.map(formatLabel), toMegabytes(maxBytes))}
          accept={tool.accept}
          extensions={inputs.flatMap(input => formats[input].extensions)}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || isWorking}
          isListening={isActive}
          onFiles={takeFile}
          occupiedBy={
            upload.phase === 'none' ? undefined : (
              <UploadCard kind={kind} upload={upload} onRetry={choose} onClear={startOver} />
            )
          }
        />
        {hasOptions ? (
          <OptionsPanel tool={tool} options={options} onChange={setOptions} isDisabled={isUnavailable} />
        ) : null}
        {hasResult ? (
          <ResultCard
            state={view.state}
            onConvertAnother={startOver}
            onBackToOptions={reset}
            onDelete={() => void deleteResult()}
          />
        ) : null}
      </div>
      {hasResult ? null : (
        <div className="sticky-action -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-line bg-surface px-4 py-3 max-sm:border-t sm:mx-0 sm:p-0">
          <p className="grow text-xs text-ink-muted max-sm:hidden">
            {uploadMessages.kept(plans.free.storageHours)}
          </p>
          {isFileMissed ? (
            <p className="font-semibold text-danger max-sm:w-full">{tool.messages.noFile}</p>
          ) : null}
          {upload.phase === 'complete' ? (
            <Button size="large" onClick={startOver}>
              <Icon of={RotateCcw} /> {uploadMessages.startOver}
            </Button>
          ) : null}
          <Button
            variant="accent"
            size="large"
            className="max-sm:grow"
            disabled={isUnavailable || isWorking}
            onClick={convert}
          >
            {tool.convertLabel}
          </Button>
        </div>
      )}
      <ConversionOverlay
        tool={tool}
        kind={kind}
        view={view}
        fileName={upload.phase === 'complete' ? upload.fileName : ''}
        onCancel={() => void cancel()}
        onClose={closeOverlay}
      />
    </section>
  )
}

interface UnavailableNoticeProps {
  readonly label: string
  readonly reason: string
}

function UnavailableNotice({ label, reason }: UnavailableNoticeProps) {
  return (
    <div role="note" className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-4">
      <Icon of={CircleAlert} className="mt-0.5 text-warning" />
      <div>
        <p className="font-semibold">{conversionMessages.unavailableHeading(label)}</p>
        <p>{reason}</p>
      </div>
    </div>
  )
}
