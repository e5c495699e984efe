/**
 * The Audio Editor screen: upload a file, trim it on its waveform, adjust volume, silence and fades with a live
 * preview, then process it on the server.
 */
import { toMegabytes } from '@filesmith/contract/bytes'
import { checkFiles } from '@filesmith/contract/check-files'
import { maxBytesFor } from '@filesmith/contract/limits'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { audioInputs } from '@filesmith/contract/operations/media-calls'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { hubAudio } from '@filesmith/contract/tools/audio/hub-audio'
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { ArrowRight, CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { describeSaving } from '../../lib/describe-saving.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { type AudioBackend, browserAudioBackend } from './audio-backend.ts'
import { formatTimecode } from './edit/timecode.ts'
import { SettingsPanels } from './settings/settings-panels.tsx'
import { useAudioEditor } from './use-audio-editor.ts'
import { WaveformPanel } from './waveform-panel.tsx'

const { result: messages } = audioEditorMessages

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

interface ShortcutHandlers {
  readonly onPlay: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

/** Keyboard shortcuts: Space plays and pauses, Ctrl+Z undoes a trim, unless the focused element uses these keys. */
function useAudioShortcuts(isListening: boolean, handlers: ShortcutHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    const isTyping = target.closest(
      'input:not([type=range], [type=radio]), textarea, select, [contenteditable]',
    )
    if (isTyping) return
    if (event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Space activates a focused button or input.
      if (target.closest('button, a, input, summary, [role=tab], [role=dialog]')) return
      event.preventDefault()
      handlers.onPlay()
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (event.shiftKey) handlers.onRedo()
      else handlers.onUndo()
    }
  })
  useEffect(() => {
    if (!isListening) return
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isListening])
}

interface EditResultProps {
  readonly state: ConversionState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onAnother: () => void
  /** Absent when the uploaded file is gone from the server. */
  readonly onAgain: (() => void) | undefined
  readonly onDelete: () => void
}

/** Result card of the edited audio with player and download. */
function EditResult({ state, downloadRef, onAnother, onAgain, onDelete }: EditResultProps) {
  const { media, downloadUrl, resultSize } = state
  return (
    <ResultCard
      heading={messages.heading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={conversionMessages.result.download}
          downloadRef={downloadRef}
          others={[
            { label: messages.another, onPress: onAnother },
            { label: messages.again, onPress: onAgain },
          ]}
          expiresAt={state.expiresAt}
          onDelete={onDelete}
        />
      }
    >
      <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <Side
          term={messages.before}
          format={formatLabel(state.originalFormat)}
          sizeBytes={state.originalSize}
          media={media?.before}
        />
        <div className="text-ink-muted">
          <Icon of={ArrowRight} />
        </div>
        <Side
          term={messages.after}
          format={formatLabel(state.convertedFormat)}
          sizeBytes={resultSize ?? 0}
          media={media?.after}
        />
      </dl>
      <p className="figures text-sm font-semibold">{describeSaving(state.originalSize, resultSize ?? 0)}</p>
      {downloadUrl === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: user-provided audio has no transcript.
        <audio
          src={downloadUrl}
          controls
          preload="metadata"
          aria-label={messages.player(state.fileName)}
          className="h-10 w-full"
        />
      )}
      {state.notes.length > 0 ? (
        <ul className="flex flex-col gap-2 border-l-2 border-line-strong pl-3">
          {state.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </ResultCard>
  )
}

interface SideProps {
  readonly term: string
  readonly format: string
  readonly sizeBytes: number
  readonly media: MediaDetails | undefined
}

function Side({ term, format, sizeBytes, media }: SideProps) {
  const { durationSeconds = null } = media ?? {}
  return (
    <div className="min-w-0 self-stretch rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{format}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
      {durationSeconds === null ? null : (
        <dd className="figures text-xs text-ink-muted">{formatTimecode(durationSeconds)}</dd>
      )}
    </div>
  )
}
