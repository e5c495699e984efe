/** Single-file converter, configured by a tool definition: drop zone, options, progress and result. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { plans } from '@filesmith/contract/plans'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { ConversionResultCard } from './conversion-result-card.tsx'
import { ConverterDropZone } from './converter-drop-zone.tsx'
import { ConverterHeading } from './converter-heading.tsx'
import { ConverterOverlay, type LoadWaitScreen } from './converter-overlay.tsx'
import { FailureCard } from './failure-card.tsx'
import type { ModeSwitch } from './mode-switch.ts'
import { OptionsPanel } from './options-panel.tsx'
import { useConverter } from './use-converter.ts'

interface ConverterProps {
  readonly tool: ConverterTool
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
  /** Another tool above it handles drops outside both and has the sticky action bar. */
  readonly isSecondary?: boolean
  /** Wait screen before the conversion on the Free plan, for tools that have one. */
  readonly loadWaitScreen?: LoadWaitScreen
  readonly modeSwitch?: ModeSwitch
}

export function Converter(props: ConverterProps) {
  const { tool, isActive, isSecondary = false, loadWaitScreen, modeSwitch } = props
  const plan = usePlan()
  const maxBytes = maxBytesFor(tool.call.maxBytes, plan)
  const reason = useUnavailableReason(tool.operation)
  const isUnavailable = reason !== undefined
  const converter = useConverter(tool, { plan, hasWaitScreen: loadWaitScreen !== undefined, modeSwitch })
  const { upload, inspection, view, hasResult, isWaiting } = converter
  const hasOptions = isUnavailable || converter.hasOptions

  const headingId = useId()
  const convertRef = useRef<HTMLButtonElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ConverterHeading
        id={headingId}
        text={tool.heading}
        note={uploadMessages.kept(plans[plan].storageHours)}
        modeSwitch={modeSwitch && { ...modeSwitch, onSwitch: converter.switchMode }}
      />
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div className={hasOptions || hasResult ? 'grid items-stretch gap-5 md:grid-cols-2' : 'grid'}>
        <ConverterDropZone
          tool={tool}
          converter={converter}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || converter.isBusy}
          isListening={isActive}
          isAreaOnly={isSecondary}
        />
        {hasOptions ? (
          <OptionsPanel
            tool={tool}
            options={converter.options}
            onChange={converter.setOptions}
            media={inspection.details?.media}
            isDisabled={isUnavailable}
          />
        ) : null}
        {hasResult && view.phase === 'succeeded' ? (
          <ConversionResultCard
            tool={tool}
            state={view.state}
            downloadRef={downloadRef}
            onConvertAnother={converter.clear}
            onBackToOptions={upload.phase === 'complete' ? converter.backToOptions : undefined}
            onDelete={converter.deleteResult}
          />
        ) : null}
      </div>
      {converter.failureCard ? <FailureCard {...converter.failureCard} /> : null}
      {hasResult ? null : (
        <ActionBar
          convertLabel={tool.convertLabel}
          convertRef={convertRef}
          isSticky={!isSecondary || upload.phase !== 'none'}
          problem={converter.problem}
          isAllowanceUsed={converter.isAllowanceUsed}
          isDisabled={isUnavailable || converter.isBusy}
          onConvert={converter.convert}
          onStartOver={upload.phase === 'complete' || modeSwitch?.isOn ? converter.startOver : undefined}
        />
      )}
      <ConverterOverlay
        tool={tool}
        converter={converter}
        loadWaitScreen={loadWaitScreen}
        isWaiting={isWaiting && isActive}
        onClosed={() => (downloadRef.current ?? convertRef.current)?.focus()}
      />
    </section>
  )
}
