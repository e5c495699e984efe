/** Single-file converter, configured by a tool definition: drop zone, options, progress and result. */
import { maxBytesFor } from '@filesmith/contract/limits'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Switch } from '../../ui/switch.tsx'
import { ConversionResultCard } from './conversion-result-card.tsx'
import { ConverterDropZone } from './converter-drop-zone.tsx'
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
  const unavailable = useUnavailableReason(tool.operation)
  const isUnavailable = unavailable !== undefined
  const converter = useConverter(tool, { plan, hasWaitScreen: loadWaitScreen !== undefined, modeSwitch })
  const { job, upload, inspection, phase } = converter
  return (
    <ToolPage
      frame={{
        heading: tool.heading,
        aside: modeSwitch ? (
          <Switch
            ref={modeSwitch.ref}
            label={modeSwitch.label}
            isOn={modeSwitch.isOn}
            onChange={converter.switchMode}
          />
        ) : null,
      }}
      job={{ view: converter.shownView, reset: job.reset }}
      phase={phase}
      unavailable={unavailable}
      layout="halves"
      input={
        <ConverterDropZone
          tool={tool}
          converter={converter}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || phase === 'working'}
          isListening={isActive}
          isAreaOnly={isSecondary}
        />
      }
      options={
        isUnavailable || converter.hasOptions ? (
          <OptionsPanel
            tool={tool}
            options={converter.options}
            onChange={converter.setOptions}
            media={inspection.details?.media}
            isDisabled={isUnavailable}
          />
        ) : null
      }
      result={(state, downloadRef) => (
        <ConversionResultCard
          tool={tool}
          state={state}
          downloadRef={downloadRef}
          onConvertAnother={converter.clear}
          onBackToOptions={upload?.sending.phase === 'complete' ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      notice={converter.failureCard ? <FailureCard {...converter.failureCard} /> : null}
      action={{
        label: tool.convertLabel,
        workingLabel: tool.convertLabel,
        blocked: converter.blocked,
        isSticky: !isSecondary || upload !== undefined,
        onStart: converter.convert,
        onStartOver:
          upload?.sending.phase === 'complete' || modeSwitch?.isOn ? converter.startOver : undefined,
      }}
      overlay={restoreFocus => (
        <ConverterOverlay
          tool={tool}
          converter={converter}
          loadWaitScreen={loadWaitScreen}
          isWaiting={converter.isWaiting && isActive}
          onClosed={restoreFocus}
        />
      )}
    />
  )
}
