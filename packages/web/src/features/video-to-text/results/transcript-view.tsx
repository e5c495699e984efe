/** The transcript beside its video, to read, follow, edit and download. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { ArrowLeft, ListVideo, TextAlignStart } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { formatClock } from '../../../lib/format-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { InnerTabs } from '../../../ui/inner-tabs.tsx'
import { ResultCardFooter } from '../../../ui/result-card-footer.tsx'
import { languageName } from '../language-name.ts'
import { LineList } from '../lines/line-list.tsx'
import type { ResultsTabProps } from './results-tab-props.ts'
import { SaveAs } from './save-as.tsx'
import { SubtitlesPanel } from './subtitles-panel.tsx'
import { TextEditor } from './text-editor.tsx'
import { TranscriptActions } from './transcript-actions.tsx'
import type { LoadedTranscript } from './transcript-query.ts'
import { TranscriptTranslationPanel } from './transcript-translation-panel.tsx'
import { useLineTranslation } from './use-line-translation.ts'
import { useVersions } from './use-versions.ts'
import { useVideoSync } from './use-video-sync.ts'
import { VersionSelect } from './version-select.tsx'
import { VideoPane } from './video-pane.tsx'

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
        />
      ),
    },
  ]
  return (
    <div className="flex flex-col gap-5">
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
          <SubtitlesPanel job={subtitles} uploadId={videoText.uploadId} versions={versions} />
        </div>
      ) : null}
      <ResultCardFooter expiresAt={state.expiresAt} onDelete={props.onDelete} />
    </div>
  )
}

function describe({ language, durationSeconds, segments }: LoadedTranscript): string {
  if (segments.length === 0) return ''
  return [languageName(language), formatClock(durationSeconds), texts.lineCount(segments.length)].join(' · ')
}
