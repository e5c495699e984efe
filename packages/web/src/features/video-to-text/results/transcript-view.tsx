/** The transcript beside its video, to read, follow, edit and download. */

import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { writeSrt, writeVtt } from '@filesmith/contract/subtitles/write-subtitles'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { ArrowLeft, Captions, Copy, Download, FileText, ListVideo, TextAlignStart } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { kindOfName } from '../../../lib/file-list/kind-of-name.ts'
import { formatClock } from '../../../lib/format-clock.ts'
import { saveBlob } from '../../../lib/save-blob.ts'
import { saveText } from '../../../lib/save-text.ts'
import { toasts } from '../../../lib/toast-store.ts'
import type { DocxBlock } from '../../../lib/write-docx/docx-blocks.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputStyle } from '../../../ui/field-frame.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { InnerTabs } from '../../../ui/inner-tabs.tsx'
import { ResultCardFooter } from '../../../ui/result-card-footer.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { languageName } from '../language-name.ts'
import { LineList } from '../lines/line-list.tsx'
import { makeCues } from '../subtitles/make-cues.ts'
import { containsTimestamps } from '../transcript/locate-by-timestamps.ts'
import { formatTimestamp } from '../transcript/write-transcript.ts'
import type { ResultsTabProps } from './results-tab-props.ts'
import { SubtitlesPanel } from './subtitles-panel.tsx'
import type { LoadedTranscript } from './transcript-query.ts'
import { TranscriptTools } from './transcript-tools.tsx'
import { TranscriptTranslationPanel } from './transcript-translation-panel.tsx'
import { useLineTranslation } from './use-line-translation.ts'
import { useVersions, type Versions } from './use-versions.ts'
import { useVideoSync, type VideoSync } from './use-video-sync.ts'
import { VideoPane } from './video-pane.tsx'

const exportFormats = ['srt', 'vtt', 'docx'] as const

const { done: texts } = videoTextMessages

interface TranscriptViewProps extends ResultsTabProps {
  readonly state: ConversionState
  readonly transcript: LoadedTranscript
  readonly headingRef: RefObject<HTMLHeadingElement | null>
}

export function TranscriptView(props: TranscriptViewProps) {
  const { state, transcript, videoText, subtitles, videoUrl, headingRef, isVisible, onReselect, onBack } =
    props
  const versions = useVersions(state.id, transcript)
  const translation = useLineTranslation(versions, transcript.language)
  const video = useVideoSync(versions.lines, videoUrl)
  const [view, setView] = useState('text')
  const hasLines = transcript.segments.length > 0
  const isReadOnly = !versions.isComplete

  const editor = <TextEditor text={versions.text} isReadOnly={isReadOnly} onChange={versions.setText} />
  const views = [
    { id: 'text', label: texts.text, icon: <Icon of={TextAlignStart} />, content: editor },
    {
      id: 'lines',
      label: texts.lines,
      icon: <Icon of={ListVideo} />,
      content: (
        <LineList
          lines={versions.lines}
          currentIndex={video.currentIndex}
          canPlay={video.canPlay}
          isReadOnly={isReadOnly}
          onSeek={video.seek}
          onEdit={versions.setLine}
          onSplit={versions.splitLine}
          onMerge={versions.mergeLine}
          onShift={(index, seconds) => versions.shift(seconds, index)}
        />
      ),
    },
  ]
  return (
    <fieldset
      aria-label={videoTextMessages.resultsTab}
      className="flex min-w-0 flex-col gap-5"
      onKeyDown={event => handlePlayerKey(event, video)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h3 ref={headingRef} tabIndex={-1} className="text-base outline-none">
            <FileName name={state.fileName} />
          </h3>
          <p className="figures text-xs text-ink-muted">{describe(transcript)}</p>
        </div>
        <Button onClick={onBack}>
          <Icon of={ArrowLeft} /> {texts.back}
        </Button>
      </div>
      <div className="grid gap-5 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:grid-rows-[auto_1fr]">
        <VideoPane
          state={state}
          url={videoUrl}
          imageUrl={videoText.imageUrl}
          video={video}
          lines={versions.lines}
          language={versions.language}
          isVisible={isVisible}
          onReselect={onReselect}
        />
        <div className="flex min-w-0 flex-col gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
          {versions.translations.length > 0 ? (
            <VersionSelect spokenLanguage={transcript.language} versions={versions} />
          ) : null}
          {hasLines ? <InnerTabs label={texts.views} value={view} onChange={setView} tabs={views} /> : editor}
          {isReadOnly ? null : <TranscriptTools versions={versions} canShift={hasLines} />}
        </div>
        <SaveAs fileName={state.fileName} versions={versions} />
      </div>
      <TranscriptActions fileName={state.fileName} versions={versions} />
      {hasLines ? (
        <div className="grid gap-5 md:grid-cols-2">
          <TranscriptTranslationPanel
            spokenLanguage={transcript.language}
            versions={versions}
            translation={translation}
          />
          {kindOfName(state.fileName) === 'audio' ? null : (
            <SubtitlesPanel job={subtitles} uploadId={videoText.uploadId} versions={versions} />
          )}
        </div>
      ) : null}
      <ResultCardFooter expiresAt={state.expiresAt} onDelete={props.onDelete} />
    </fieldset>
  )
}

const skipSeconds = 5

/** Single keys work on a line only, where nothing can be typed; Ctrl+Space works everywhere. */
function handlePlayerKey(event: KeyboardEvent<HTMLElement>, { playOrPause, skip }: VideoSync): void {
  const isLine = event.target instanceof HTMLElement && event.target.dataset.line !== undefined
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  if (event.code === 'Space' && event.ctrlKey) playOrPause()
  else if (!isLine || hasModifier) return
  else if (event.key === 'k') playOrPause()
  else if (event.key === 'j') skip(-skipSeconds)
  else if (event.key === 'l') skip(skipSeconds)
  else return
  event.preventDefault()
}

function describe({ language, durationSeconds, segments }: LoadedTranscript): string {
  if (segments.length === 0) return ''
  return [languageName(language), formatClock(durationSeconds), texts.lineCount(segments.length)].join(' · ')
}

interface TextEditorProps {
  readonly text: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
}

/** Textarea with the whole transcript. */
function TextEditor({ text, isReadOnly, onChange }: TextEditorProps) {
  return (
    <textarea
      aria-label={videoTextMessages.done.transcript}
      dir="auto"
      value={text}
      readOnly={isReadOnly}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={cx(inputStyle, 'h-96 resize-y py-3 text-sm leading-6')}
    />
  )
}

interface VersionSelectProps {
  readonly spokenLanguage: string
  readonly versions: Versions
}

/** Selects the displayed version: the spoken language or a translation. */
function VersionSelect({ spokenLanguage, versions }: VersionSelectProps) {
  const { translations, shownId, show } = versions
  return (
    <SelectField
      label={texts.shown}
      value={shownId}
      onChange={({ currentTarget }) =>
        show(translations.find(({ language }) => language === currentTarget.value)?.language ?? 'spoken')
      }
      choices={[
        { value: 'spoken', label: texts.spoken(languageName(spokenLanguage)) },
        ...translations.map(({ language }) => ({
          value: language,
          label: texts.translated(languageName(language)),
        })),
      ]}
    />
  )
}

interface SaveAsProps {
  readonly fileName: string
  readonly versions: Versions
}

/** Buttons for the other download formats of a transcript. */
function SaveAs({ fileName, versions }: SaveAsProps) {
  // Subtitles need lines; a text without lines can still be saved as a document.
  const offered = exportFormats.filter(format => format === 'docx' || versions.lines.length > 0)
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">{texts.alsoAs}</h4>
      {offered.map(format => (
        <Button
          key={format}
          className="justify-start!"
          onClick={() => void saveTranscript(format, fileName, versions)}
        >
          <Icon of={format === 'docx' ? FileText : Captions} className="text-ink-muted" />
          {texts.saveAs[format]}
        </Button>
      ))}
    </div>
  )
}

interface TranscriptActionsProps {
  readonly fileName: string
  readonly versions: Versions
}

/** Copy and Download buttons. */
function TranscriptActions({ fileName, versions }: TranscriptActionsProps) {
  const copy = async () => {
    if (await copyText(versions.text)) toasts.show(videoTextMessages.copied)
    else toasts.show({ ...videoTextMessages.copyFailed, variant: 'destructive' })
  }
  return (
    <div className="sticky-action -mx-4 flex justify-end gap-3 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:px-0">
      <Button className="min-h-12 max-sm:grow" onClick={() => void copy()}>
        <Icon of={Copy} /> {texts.copy}
      </Button>
      <Button
        variant="accent"
        size="large"
        className="max-sm:grow"
        onClick={() => void saveTranscript('txt', fileName, versions)}
      >
        <Icon of={Download} /> {texts.download}
      </Button>
    </div>
  )
}

type ExportFormat = 'txt' | (typeof exportFormats)[number]

type SavedVersion = Pick<Versions, 'text' | 'lines' | 'shownId'>

/** Saves the transcript as displayed: text, subtitles or Word document. */
export async function saveTranscript(
  format: ExportFormat,
  fileName: string,
  version: SavedVersion,
): Promise<void> {
  const { text, lines, shownId } = version
  const stem = fileName.replace(/\.[^.]+$/, '')
  // Players find subtitles by the file name of the video, with the language after a dot.
  const suffix = shownId === 'spoken' ? '' : shownId
  const subtitlesName = [stem, suffix, format].filter(Boolean).join('.')
  const transcriptName = `${videoTextMessages.done.fileName(stem)}${suffix && `_${suffix}`}.${format}`
  if (format === 'txt') saveText(transcriptName, text)
  else if (format === 'srt') saveText(subtitlesName, writeSrt(makeCues(lines)), 'application/x-subrip')
  else if (format === 'vtt') saveText(subtitlesName, writeVtt(makeCues(lines)), 'text/vtt')
  else {
    // Loaded on demand.
    const { writeDocx } = await import('../../../lib/write-docx/write-docx.ts')
    saveBlob(transcriptName, writeDocx(blocksOf(stem, version)))
  }
  toasts.show({ title: videoTextMessages.downloadStarted, description: downloadMessage(format) })
}

function downloadMessage(format: ExportFormat): string {
  if (format === 'txt') return videoTextMessages.textDownloaded
  return format === 'docx' ? videoTextMessages.documentDownloaded : videoTextMessages.subtitlesDownloaded
}

/** Lines with their timestamps as labels; text without timestamps is split into paragraphs. */
export function blocksOf(title: string, { text, lines }: Pick<SavedVersion, 'text' | 'lines'>): DocxBlock[] {
  const paragraphs: readonly DocxBlock[] = containsTimestamps(text)
    ? lines.map(line => ({
        kind: 'paragraph',
        text: line.text,
        label: formatTimestamp(line.startSeconds).slice(1, -1),
      }))
    : text.split(/\n{2,}/).map(paragraph => ({ kind: 'paragraph', text: paragraph.trim() }))
  return [{ kind: 'title', text: title }, ...paragraphs.filter(block => block.text !== '')]
}
