/** The Audio Editor: a recording is looked at, cut, made louder or quieter, and heard before anything is sent to work. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { checkFiles } from '@filesmith/contract/check-files'
import { maxBytesFor } from '@filesmith/contract/limits'
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { audioInputs } from '@filesmith/contract/operations/convert-audio'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { plans } from '@filesmith/contract/plans'
import { hubAudio } from '@filesmith/contract/tools/hub-audio'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { CircleAlert } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { formatLabel } from '../../lib/format-label.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { EditResult } from './result/edit-result.tsx'
import { EditWork } from './result/edit-work.tsx'
import { SettingsPanels } from './settings/settings-panels.tsx'
import { browserStudio, type Studio } from './studio.ts'
import { useAudioEditor } from './use-audio-editor.ts'
import { usePlayKey } from './use-play-key.ts'
import { WaveformPanel } from './waveform-panel.tsx'

const extensions = extensionsOf(audioInputs)

interface AudioEditorProps {
  /** Whether it is in sight and takes what is dropped or pasted on the page. */
  readonly isActive: boolean
  readonly studio?: Studio
}

export function AudioEditor({ isActive, studio = browserStudio }: AudioEditorProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(editAudio.maxBytes, plan)
  const reason = useUnavailableReason('edit-audio')
  const work = useAudioEditor(studio, isActive)
  const { file, view, playback, trimming } = work
  const isIdle = view.phase === 'idle'
  const isUnavailable = reason !== undefined
  const hasFile = file.listed !== undefined

  const headingId = useId()
  const processRef = useRef<HTMLButtonElement>(null)
  const workRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: processRef, working: workRef, finished: downloadRef }[view.phase])
  usePlayKey(isActive && hasFile, {
    onPlay: playback.toggle,
    onUndo: () => isIdle && trimming.undo(),
    onRedo: () => isIdle && trimming.redo(),
  })

  const zone = {
    accept: 'audio/*',
    extensions,
    maxBytes,
    refusals: {
      'wrong-type': audioEditorMessages.refusals.wrongType,
      'too-large': audioEditorMessages.refusals.tooLarge(toMegabytes(maxBytes)),
    },
    onRefused: (title: string) => toasts.show({ title, variant: 'destructive' }),
  } as const

  /** In place of the file that lies there, and so past the counter that would have looked at it. */
  const pick = (files: readonly File[]) => {
    const checked = checkFiles(files, { ...zone, isMultiple: false })
    if (checked.isAccepted) work.take(checked.files)
    else if (checked.reason === 'wrong-type' || checked.reason === 'too-large')
      zone.onRefused(zone.refusals[checked.reason])
    else if (checked.reason === 'empty') zone.onRefused(checked.message)
  }

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={audioEditorMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <DropZone
        {...zone}
        icon={<FileIcon kind="audio" />}
        prompt={uploadMessages.dropPrompt('audio')}
        hint={uploadMessages.takes(hubAudio.namedInputs.map(formatLabel), toMegabytes(maxBytes))}
        isDisabled={isUnavailable || !isIdle}
        isListening={isActive}
        onFiles={work.take}
        content={hasFile ? <WaveformPanel work={work} isLocked={!isIdle} onPick={pick} /> : undefined}
      />
      {file.problem ? (
        <p role="alert" className="flex items-start gap-2 font-semibold">
          <Icon of={CircleAlert} className="mt-px text-warning" /> {file.problem}
        </p>
      ) : null}
      {hasFile && isIdle ? (
        <SettingsPanels
          settings={work.settings}
          onChange={work.setSettings}
          heard={work.heard}
          isMeasured={file.isMeasured}
          isDisabled={isUnavailable}
        />
      ) : null}
      {isIdle ? null : <ServerSide work={work} panelRef={workRef} downloadRef={downloadRef} />}
      {view.phase === 'finished' ? null : (
        <ActionBar
          convertLabel={isIdle ? audioEditorMessages.process : audioEditorMessages.processing}
          convertRef={processRef}
          problem={work.complaint}
          isAllowanceUsed={work.needsPlan}
          isDisabled={isUnavailable || !isIdle}
          onConvert={work.process}
          onStartOver={hasFile && isIdle ? work.startOver : undefined}
        />
      )}
    </section>
  )
}

interface ServerSideProps {
  readonly work: ReturnType<typeof useAudioEditor>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
}

/** The work on it, and then what came of it. */
function ServerSide({ work, panelRef, downloadRef }: ServerSideProps) {
  const { view } = work
  return (
    <div className="mx-auto grid w-full max-w-160">
      {view.phase === 'working' ? <EditWork view={view} panelRef={panelRef} onCancel={work.cancel} /> : null}
      {view.phase === 'finished' ? (
        <EditResult
          state={view.state}
          downloadRef={downloadRef}
          onAnother={work.startOver}
          onAgain={work.file.listed ? work.backToSettings : undefined}
          onDelete={work.deleteResult}
        />
      ) : null}
    </div>
  )
}
