/** A tool that turns one file into another format: counter, options, workbench, result. Everything else is its definition. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { type ComponentType, useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { formatLabel } from '../../lib/format-label.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileSheet } from '../../ui/file-sheet.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { ConversionOverlay } from './conversion-overlay.tsx'
import { ConverterHeading } from './converter-heading.tsx'
import type { ModeSwitch } from './mode-switch.ts'
import { OptionsPanel } from './options-panel.tsx'
import { ResultCard } from './result-card.tsx'
import { UploadCard } from './upload-card.tsx'
import { useConverter } from './use-converter.ts'

interface WaitScreenProps {
  readonly seconds: number
  readonly onContinue: () => void
  readonly onLeave: () => void
}

interface ConverterProps {
  readonly tool: ConverterTool
  /** Whether this is the converter in sight, which takes what is dropped or pasted on the page. */
  readonly isActive: boolean
  /** Stands before the conversion for those who do not pay. */
  readonly waitScreen: ComponentType<WaitScreenProps>
  readonly modeSwitch?: ModeSwitch
}

export function Converter({ tool, isActive, waitScreen: WaitScreen, modeSwitch }: ConverterProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(operations[tool.operation].maxBytes, plan)
  const reason = useUnavailableReason(tool.operation)
  const isUnavailable = reason !== undefined
  const work = useConverter(tool, plan, modeSwitch)
  const { upload, inspection, view, hasResult, isWaiting } = work
  const hasOptions = isUnavailable || (upload.phase === 'complete' && !hasResult)

  const headingId = useId()
  const convertRef = useRef<HTMLButtonElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ConverterHeading
        id={headingId}
        text={tool.heading}
        note={uploadMessages.kept(plans[plan].storageHours)}
        modeSwitch={modeSwitch && { ...modeSwitch, onSwitch: work.switchMode }}
      />
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div className={hasOptions || hasResult ? 'grid items-stretch gap-5 md:grid-cols-2' : 'grid'}>
        <DropZone
          icon={<FileSheet kind={tool.inputKind} />}
          prompt={uploadMessages.dropPrompt(tool.inputKind)}
          takes={uploadMessages.takes(tool.namedInputs.map(formatLabel), toMegabytes(maxBytes))}
          accept={tool.accept}
          extensions={tool.extensions}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || work.isBusy}
          isListening={isActive}
          onFiles={work.takeFile}
          occupiedBy={
            upload.phase === 'none' ? undefined : (
              <UploadCard
                tool={tool}
                upload={upload}
                inspection={inspection}
                isConverted={hasResult}
                onRetry={work.retry}
                onClear={work.clear}
              />
            )
          }
        />
        {hasOptions ? (
          <OptionsPanel
            tool={tool}
            options={work.options}
            onChange={work.setOptions}
            media={inspection.details?.media}
            isDisabled={isUnavailable}
          />
        ) : null}
        {hasResult && view.phase === 'succeeded' ? (
          <ResultCard
            state={view.state}
            downloadRef={downloadRef}
            onConvertAnother={work.clear}
            onBackToOptions={upload.phase === 'complete' ? work.backToOptions : undefined}
            onDelete={work.deleteResult}
          />
        ) : null}
      </div>
      {hasResult ? null : (
        <ActionBar
          convertLabel={tool.convertLabel}
          convertRef={convertRef}
          complaint={work.complaint}
          isAllowanceUsed={work.isAllowanceUsed}
          isDisabled={isUnavailable || work.isBusy}
          onConvert={work.convert}
          onStartOver={upload.phase === 'complete' || modeSwitch?.isOn ? work.startOver : undefined}
        />
      )}
      <ConversionOverlay
        tool={tool}
        view={view}
        fileName={upload.phase === 'complete' ? upload.fileName : ''}
        waitScreen={
          isWaiting ? (
            <WaitScreen seconds={tool.waitSeconds} onContinue={work.startNow} onLeave={work.leaveWait} />
          ) : null
        }
        onLeaveWait={work.leaveWait}
        onCancel={work.cancel}
        onClose={work.closeOverlay}
        onClosed={() => (downloadRef.current ?? convertRef.current)?.focus()}
      />
    </section>
  )
}
