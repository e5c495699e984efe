/** The upload tab: video, options and the extract button. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { detectedLanguage, speechLanguages } from '@filesmith/contract/languages'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { CircleAlert, RefreshCw, X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatClock } from '../../../lib/format-clock.ts'
import { ToolPage } from '../../../lib/tool-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyDropZone } from '../../../ui/empty-drop-zone.tsx'
import { FileCard } from '../../../ui/file-card.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { UploadedStatus } from '../../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../../ui/uploading-status.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { VideoPlayer } from '../video-player.tsx'
import { audioLanguages, type SpeechSettings } from './speech-settings.ts'
import type { useVideoText } from './use-video-text.ts'

const choices = audioLanguages.map(id => ({
  value: id,
  label: id === detectedLanguage ? videoTextMessages.detect : speechLanguages[id],
}))

interface VideoUploadTabProps {
  readonly videoText: ReturnType<typeof useVideoText>
  readonly videoUrl: string | undefined
  readonly maxBytes: number
  readonly isUnavailable: boolean
  readonly isVisible: boolean
  readonly extractRef: RefObject<HTMLButtonElement | null>
  readonly onFiles: (files: readonly File[]) => void
  readonly onRemove: () => void
  readonly onExtract: () => void
}

export function VideoUploadTab(props: VideoUploadTabProps) {
  const {
    videoText,
    videoUrl,
    maxBytes,
    isUnavailable,
    isVisible,
    extractRef,
    onFiles,
    onRemove,
    onExtract,
  } = props
  const { video, uploadId, job } = videoText
  const isWorking = job.view.phase === 'working'
  const hasOptions = isUnavailable || uploadId !== undefined
  return (
    <ToolPage
      job={job}
      // Progress and result have their own tab.
      phase={isWorking ? 'working' : 'idle'}
      unavailable={undefined}
      input={
        <VideoDropZone
          maxBytes={maxBytes}
          isDisabled={isUnavailable || isWorking}
          isListening={isVisible}
          onFiles={onFiles}
          content={
            video ? (
              <SelectedVideoCard
                video={video}
                url={videoUrl}
                imageUrl={videoText.imageUrl}
                durationSeconds={videoText.durationSeconds}
                problem={videoText.problem}
                isVisible={isVisible}
                isDisabled={isWorking}
                onRetry={videoText.resend}
                onPick={onFiles}
                onRemove={onRemove}
              />
            ) : undefined
          }
        />
      }
      options={
        hasOptions ? (
          <SpeechOptions
            settings={videoText.settings}
            onChange={videoText.setSettings}
            isDisabled={isUnavailable || isWorking}
          />
        ) : null
      }
      action={{
        label: videoTextMessages.extract,
        workingLabel: videoTextMessages.extracting,
        blocked: videoText.blocked,
        isDisabled: isUnavailable,
        buttonRef: extractRef,
        onStart: onExtract,
      }}
    />
  )
}

interface VideoDropZoneProps {
  readonly maxBytes: number
  readonly isDisabled: boolean
  /** Whether files dropped or pasted anywhere on the page are handled here. */
  readonly isListening: boolean
  readonly onFiles: (files: readonly File[]) => void
  /** The card of the selected video. */
  readonly content: ReactNode
}

/** Drop zone for one video: drag and drop anywhere on the page, paste, or file picker. */
function VideoDropZone({ maxBytes, isDisabled, isListening, onFiles, content }: VideoDropZoneProps) {
  const areaRef = useRef<HTMLDivElement>(null)
  const handleFiles = (files: readonly File[]) => {
    if (!isDisabled) onFiles(files)
  }
  useKeptFocus(areaRef)
  const dragState = useFileDrop({
    areaRef,
    scope: isListening ? 'page' : 'none',
    onFiles: files => handleFiles(files),
  })
  const drag = isDisabled ? 'none' : dragState
  return (
    <div ref={areaRef} data-drag={drag} className="group/zone flex min-w-0 flex-col *:grow">
      {content ?? (
        <EmptyDropZone
          icon={<FileIcon kind="video" />}
          prompt={videoTextMessages.dropPrompt}
          hint={
            <>
              <span className="block">{videoTextMessages.formats}</span>
              <span className="block">{videoTextMessages.audioToo}</span>
              <span className="block">{videoTextMessages.maximum(toMegabytes(maxBytes))}</span>
            </>
          }
          drag={drag}
          accept="video/*,audio/*"
          isMultiple={false}
          isDisabled={isDisabled}
          onPick={handleFiles}
        />
      )}
    </div>
  )
}

interface SpeechOptionsProps {
  readonly settings: SpeechSettings
  readonly onChange: (settings: SpeechSettings) => void
  readonly isDisabled: boolean
}

/** Transcription options: spoken language and timestamps. */
function SpeechOptions({ settings, onChange, isDisabled }: SpeechOptionsProps) {
  const id = useId()
  return (
    <Panel role="group" aria-labelledby={`${id}-heading`} className="flex flex-col gap-5 self-start p-5">
      <h3 id={`${id}-heading`} className="text-lg">
        {videoTextMessages.options}
      </h3>
      <div>
        <SelectField
          label={videoTextMessages.language}
          choices={choices}
          value={settings.language}
          disabled={isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const language = audioLanguages.find(known => known === currentTarget.value)
            if (language) onChange({ ...settings, language })
          }}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-muted">
          {videoTextMessages.languageHint}
        </p>
      </div>
      <Checkbox
        name="includeTimestamps"
        label={videoTextMessages.includeTimestamps}
        checked={settings.hasTimestamps}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange({ ...settings, hasTimestamps: currentTarget.checked })}
      />
    </Panel>
  )
}

interface SelectedVideoCardProps {
  readonly video: ListedFile
  readonly url: string | undefined
  /** Preview image made by the server. */
  readonly imageUrl: string | undefined
  readonly durationSeconds: number | undefined
  /** Why transcription would fail. */
  readonly problem: string | undefined
  readonly isVisible: boolean
  readonly isDisabled: boolean
  readonly onRetry: () => void
  /** Called with another video that replaces this one. */
  readonly onPick: (files: readonly File[]) => void
  readonly onRemove: () => void
}

/** The selected video: player, upload status and a remove button. */
function SelectedVideoCard(props: SelectedVideoCardProps) {
  const { video, url, imageUrl, durationSeconds, problem, isVisible, isDisabled } = props
  const { onRetry, onPick, onRemove } = props
  const { sending, sizeBytes } = video
  const arrivedBytes = arrivedBytesOf(video)
  const details = [durationSeconds === undefined ? '' : formatClock(durationSeconds), formatBytes(sizeBytes)]
  return (
    <FileCard
      image={
        <VideoPlayer
          name={nameOf(video)}
          url={url}
          imageUrl={imageUrl}
          isVisible={isVisible}
          unplayableText={videoTextMessages.cannotPlay}
          className="absolute inset-0 size-full"
        />
      }
      title={nameOf(video)}
      detail={
        sending.phase === 'complete'
          ? details.filter(Boolean).join(' · ')
          : uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))
      }
      status={
        <>
          {sending.phase === 'complete' ? (
            <UploadedStatus fileCount={video.file ? 1 : undefined} />
          ) : (
            <UploadingStatus
              percent={(arrivedBytes / sizeBytes) * 100}
              isStalled={sending.phase === 'uploading' && sending.isStalled}
              stoppedBecause={sending.phase === 'stopped' ? sending.reason : undefined}
            />
          )}
          <p role="alert" className="flex items-start gap-2 font-semibold not-empty:mb-1">
            {problem ? (
              <>
                <Icon of={CircleAlert} className="mt-px text-warning" /> {problem}
              </>
            ) : null}
          </p>
        </>
      }
      action={
        <>
          {sending.phase === 'stopped' ? (
            <Button variant="solid" onClick={onRetry}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
          ) : null}
          <FilePickerButton accept="video/*,audio/*" isDisabled={isDisabled} onPick={onPick}>
            {videoTextMessages.chooseAnother}
          </FilePickerButton>
          <Button onClick={onRemove} disabled={isDisabled}>
            <Icon of={X} /> {videoTextMessages.remove}
          </Button>
        </>
      }
    />
  )
}
