/** A tool that turns one file into another format: counter, options, workbench, result. Everything else is its definition. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { plans } from '@filesmith/contract/plans'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { ConverterDropZone } from './converter-drop-zone.tsx'
import { ConverterHeading } from './converter-heading.tsx'
import { ConverterOverlay, type LoadWaitScreen } from './converter-overlay.tsx'
import { FailureCard } from './failure-card.tsx'
import type { ModeSwitch } from './mode-switch.ts'
import { OptionsPanel } from './options-panel.tsx'
import { ResultCard } from './result-card.tsx'
import { useConverter } from './use-converter.ts'

interface ConverterProps {
  readonly tool: ConverterTool
  /** Whether this is the converter in sight, which takes what is dropped or pasted on the page. */
  readonly isActive: boolean
  /** Another one stands above it, and has what is dropped beside both and the lower edge of the screen. */
  readonly isSecond?: boolean
  /** Stands before the conversion for those who do not pay, where the tool has a wait. */
  readonly loadWaitScreen?: LoadWaitScreen
  readonly modeSwitch?: ModeSwitch
}

export function Converter(props: ConverterProps) {
  const { tool, isActive, isSecond = false, loadWaitScreen, modeSwitch } = props
  const plan = usePlan()
  const maxBytes = maxBytesFor(tool.call.maxBytes, plan)
  const reason = useUnavailableReason(tool.operation)
  const isUnavailable = reason !== undefined
  const work = useConverter(tool, { plan, hasWaitScreen: loadWaitScreen !== undefined, modeSwitch })
  const { upload, inspection, view, hasResult, isWaiting } = work
  const hasOptions = isUnavailable || work.hasOptions

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
        <ConverterDropZone
          tool={tool}
          work={work}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || work.isBusy}
          isListening={isActive}
          isAreaOnly={isSecond}
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
            tool={tool}
            state={view.state}
            downloadRef={downloadRef}
            onConvertAnother={work.clear}
            onBackToOptions={upload.phase === 'complete' ? work.backToOptions : undefined}
            onDelete={work.deleteResult}
          />
        ) : null}
      </div>
      {work.failureCard ? <FailureCard {...work.failureCard} /> : null}
      {hasResult ? null : (
        <ActionBar
          convertLabel={tool.convertLabel}
          convertRef={convertRef}
          isSticky={!isSecond || upload.phase !== 'none'}
          complaint={work.complaint}
          isAllowanceUsed={work.isAllowanceUsed}
          isDisabled={isUnavailable || work.isBusy}
          onConvert={work.convert}
          onStartOver={upload.phase === 'complete' || modeSwitch?.isOn ? work.startOver : undefined}
        />
      )}
      <ConverterOverlay
        tool={tool}
        work={work}
        loadWaitScreen={loadWaitScreen}
        isWaiting={isWaiting && isActive}
        onClosed={() => (downloadRef.current ?? convertRef.current)?.focus()}
      />
    </section>
  )
}
