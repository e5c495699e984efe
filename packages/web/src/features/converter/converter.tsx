/** A tool that turns one file into another format: counter, options, workbench, result. Everything else is its definition. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { formats } from '@filesmith/contract/formats'
import { maxBytesFor } from '@filesmith/contract/limits'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useId, useRef, useState } from 'react'
import { formatLabel } from '../../lib/format-label.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileSheet } from '../../ui/file-sheet.tsx'
import { ActionBar } from './action-bar.tsx'
import { ConversionOverlay } from './conversion-overlay.tsx'
import { defaultOptions, OptionsPanel } from './options-panel.tsx'
import { ResultCard } from './result-card.tsx'
import { UnavailableNotice } from './unavailable-notice.tsx'
import { UploadCard } from './upload-card.tsx'
import { useConversion } from './use-conversion.ts'
import { type FileUpload, useFileUpload } from './use-file-upload.ts'

interface ConverterProps {
  readonly tool: ConverterTool
  /** Whether this is the converter in sight, which takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}

export function Converter({ tool, isActive }: ConverterProps) {
  const { inputs, maxBytes: toolMaxBytes, fileKind: kind } = operations[tool.operation]
  const maxBytes = maxBytesFor(toolMaxBytes, 'free')
  const reason = useUnavailableReason(tool.operation)
  const [options, setOptions] = useState(() => defaultOptions(tool))
  const { upload, choose, clear } = useFileUpload(tool.operation)
  const [pressedWhile, setPressedWhile] = useState<FileUpload['phase']>()
  const { view, start, cancel, deleteResult, reset, closeOverlay } = useConversion(tool)

  const headingId = useId()
  const convertRef = useRef<HTMLButtonElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  const isUnavailable = reason !== undefined
  const isWorking = view.phase === 'working'
  const hasResult = view.phase === 'succeeded' && !view.isOverlayOpen
  const hasOptions = isUnavailable || (upload.phase === 'complete' && !hasResult)

  // Said only as long as it is true: the complaint goes when the file comes.
  const missing = upload.phase === 'none' ? tool.messages.noFile : uploadMessages.stillArriving
  const failure = view.phase === 'idle' ? view.failure : undefined
  const complaint = pressedWhile === upload.phase ? missing : failure

  const startOver = () => {
    reset()
    clear()
    setOptions(defaultOptions(tool))
  }
  const takeFile = ([file]: readonly File[]) => {
    if (!file) return
    reset()
    choose(file)
  }
  const convert = () => {
    if (upload.phase === 'complete') return void start({ uploadId: upload.uploadId, ...options })
    setPressedWhile(upload.phase)
    toasts.show({ title: missing, variant: 'destructive' })
  }

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={headingId} className="text-lg">
          {tool.heading}
        </h2>
        <p className="text-xs text-ink-muted">{uploadMessages.kept(plans.free.storageHours)}</p>
      </div>
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div className={hasOptions || hasResult ? 'grid items-stretch gap-5 md:grid-cols-2' : 'grid'}>
        <DropZone
          icon={<FileSheet kind={kind} />}
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
              <UploadCard
                kind={kind}
                upload={upload}
                isConverted={hasResult}
                onRetry={choose}
                onClear={startOver}
              />
            )
          }
        />
        {hasOptions ? (
          <OptionsPanel tool={tool} options={options} onChange={setOptions} isDisabled={isUnavailable} />
        ) : null}
        {hasResult ? (
          <ResultCard
            state={view.state}
            downloadRef={downloadRef}
            onConvertAnother={startOver}
            onBackToOptions={upload.phase === 'complete' ? reset : undefined}
            onDelete={() => void deleteResult()}
          />
        ) : null}
      </div>
      {hasResult ? null : (
        <ActionBar
          convertLabel={tool.convertLabel}
          convertRef={convertRef}
          complaint={complaint}
          isDisabled={isUnavailable || isWorking}
          onConvert={convert}
          onStartOver={upload.phase === 'complete' ? startOver : undefined}
        />
      )}
      <ConversionOverlay
        tool={tool}
        kind={kind}
        view={view}
        fileName={upload.phase === 'complete' ? upload.fileName : ''}
        onCancel={() => void cancel()}
        onClose={closeOverlay}
        onClosed={() => (downloadRef.current ?? convertRef.current)?.focus()}
      />
    </section>
  )
}
