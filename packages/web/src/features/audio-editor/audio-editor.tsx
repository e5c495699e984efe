/**
 * The Audio Editor screen: upload a file, trim it on its waveform, adjust volume, silence and fades with a live
 * preview, then process it on the server.
 */
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
import { type AudioBackend, browserAudioBackend } from './audio-backend.ts'
import { EditProgress } from './result/edit-progress.tsx'
import { EditResult } from './result/edit-result.tsx'
import { SettingsPanels } from './settings/settings-panels.tsx'
import { useAudioEditor } from './use-audio-editor.ts'
import { useAudioShortcuts } from './use-audio-shortcuts.ts'
import { WaveformPanel } from './waveform-panel.tsx'

const extensions = extensionsOf(audioInputs)

interface AudioEditorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
  readonly backend?: AudioBackend
}

export function AudioEditor({ isActive, backend = browserAudioBackend }: AudioEditorProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(editAudio.maxBytes, plan)
  const reason = useUnavailableReason('edit-audio')
  const editor = useAudioEditor(backend, isActive)
  const { file, view, playback, trimming } = editor
  const isIdle = view.phase === 'idle'
  const isUnavailable = reason !== undefined
  const hasFile = file.listed !== undefined

  const headingId = useId()
  const processRef = useRef<HTMLButtonElement>(null)
  const progressRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: processRef, working: progressRef, finished: downloadRef }[view.phase])
  useAudioShortcuts(isActive && hasFile, {
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

  /** Replaces the current file. The drop zone is occupied then and does not check the file, so it is checked here. */
  const pick = (files: readonly File[]) => {
    const checked = checkFiles(files, { ...zone, isMultiple: false })
    if (checked.isAccepted) editor.selectFile(checked.files)
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
        hint={uploadMessages.accepts(hubAudio.namedInputs.map(formatLabel), toMegabytes(maxBytes))}
        isDisabled={isUnavailable || !isIdle}
        isListening={isActive}
        onFiles={editor.selectFile}
        content={hasFile ? <WaveformPanel editor={editor} isLocked={!isIdle} onPick={pick} /> : undefined}
      />
      {file.problem ? (
        <p role="alert" className="flex items-start gap-2 font-semibold">
          <Icon of={CircleAlert} className="mt-px text-warning" /> {file.problem}
        </p>
      ) : null}
      {hasFile && isIdle ? (
        <SettingsPanels
          settings={editor.settings}
          onChange={editor.setSettings}
          preview={editor.preview}
          isMeasured={file.isMeasured}
          isDisabled={isUnavailable}
        />
      ) : null}
      {isIdle ? null : <JobStatus editor={editor} panelRef={progressRef} downloadRef={downloadRef} />}
      {view.phase === 'finished' ? null : (
        <ActionBar
          convertLabel={isIdle ? audioEditorMessages.process : audioEditorMessages.processing}
          convertRef={processRef}
          problem={editor.complaint}
          isAllowanceUsed={editor.needsPlan}
          isDisabled={isUnavailable || !isIdle}
          onConvert={editor.process}
          onStartOver={hasFile && isIdle ? editor.startOver : undefined}
        />
      )}
    </section>
  )
}

interface JobStatusProps {
  readonly editor: ReturnType<typeof useAudioEditor>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
}

/** Progress of the server job, then its result. */
function JobStatus({ editor, panelRef, downloadRef }: JobStatusProps) {
  const { view } = editor
  return (
    <div className="mx-auto grid w-full max-w-160">
      {view.phase === 'working' ? (
        <EditProgress view={view} panelRef={panelRef} onCancel={editor.cancel} />
      ) : null}
      {view.phase === 'finished' ? (
        <EditResult
          state={view.state}
          downloadRef={downloadRef}
          onAnother={editor.startOver}
          onAgain={editor.file.listed ? editor.backToSettings : undefined}
          onDelete={editor.deleteResult}
        />
      ) : null}
    </div>
  )
}
