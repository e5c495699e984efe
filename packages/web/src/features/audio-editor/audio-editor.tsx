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
import { hubAudio } from '@filesmith/contract/tools/hub-audio'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { CircleAlert } from 'lucide-react'
import { formatLabel } from '../../lib/format-label.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type AudioBackend, browserAudioBackend } from './audio-backend.ts'
import { EditResult } from './result/edit-result.tsx'
import { SettingsPanels } from './settings/settings-panels.tsx'
import { useAudioEditor } from './use-audio-editor.ts'
import { useAudioShortcuts } from './use-audio-shortcuts.ts'
import { WaveformPanel } from './waveform-panel.tsx'

const extensions = extensionsOf(audioInputs)
const { working: title, progress, captions: steps } = audioEditorMessages
const progressTexts = { title, progress, steps }

interface AudioEditorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
  readonly backend?: AudioBackend
}

export function AudioEditor({ isActive, backend = browserAudioBackend }: AudioEditorProps) {
  const maxBytes = maxBytesFor(editAudio.maxBytes, usePlan())
  const unavailable = useUnavailableReason('edit-audio')
  const editor = useAudioEditor(backend, isActive)
  const { file, job, playback, trimming } = editor
  const { view } = job
  const isIdle = view.phase === 'idle'
  const isUnavailable = unavailable !== undefined
  const hasFile = file.listed !== undefined
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
    <ToolPage
      frame={{ heading: audioEditorMessages.heading }}
      job={job}
      unavailable={unavailable}
      layout="stacked"
      input={
        <>
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
        </>
      }
      options={
        hasFile && isIdle ? (
          <SettingsPanels
            settings={editor.settings}
            onChange={editor.setSettings}
            preview={editor.preview}
            isMeasured={file.isMeasured}
            isDisabled={isUnavailable}
          />
        ) : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress view={view} texts={progressTexts} panelRef={panelRef} onCancel={job.cancel} />
        ) : null
      }
      result={(state, downloadRef) => (
        <EditResult
          state={state}
          downloadRef={downloadRef}
          onAnother={editor.startOver}
          onAgain={hasFile ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: audioEditorMessages.process,
        workingLabel: audioEditorMessages.processing,
        blocked: editor.blocked,
        onStart: editor.process,
        onStartOver: hasFile ? editor.startOver : undefined,
      }}
    />
  )
}
