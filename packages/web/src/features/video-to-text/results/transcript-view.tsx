/** The text of a film, beside the film: to read, to follow, to edit, to take home. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { type RefObject, useState } from 'react'
import { formatClock } from '../../../lib/format-clock.ts'
import { InnerTabs } from '../../../ui/inner-tabs.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TicketEnd } from '../../../ui/ticket-end.tsx'
import { languageName } from '../language-name.ts'
import { LineList } from '../lines/line-list.tsx'
import { FilmSide } from './film-side.tsx'
import type { ResultsTabProps } from './results-tab.tsx'
import { SubtitlesPanel } from './subtitles-panel.tsx'
import { TextEditor } from './text-editor.tsx'
import { TranscriptActions } from './transcript-actions.tsx'
import type { LoadedTranscript } from './transcript-query.ts'
import { TranslatePanel } from './translate-panel.tsx'
import { useFilm } from './use-film.ts'
import { useLineTranslation } from './use-line-translation.ts'
import { useVersions, type VersionId } from './use-versions.ts'

const { done: texts } = videoTextMessages

interface TranscriptViewProps extends ResultsTabProps {
  readonly state: ConversionState
  readonly transcript: LoadedTranscript
  readonly headingRef: RefObject<HTMLHeadingElement | null>
}

export function TranscriptView(props: TranscriptViewProps) {
  const { state, transcript, work, subtitles, filmUrl, headingRef, isInSight, onWatch, onBack } = props
  const versions = useVersions(state.id, transcript)
  const translation = useLineTranslation(versions, transcript.language)
  const film = useFilm(versions.lines)
  const [view, setView] = useState('text')
  const hasLines = transcript.segments.length > 0
  const isReadOnly = !versions.isComplete

  const editor = <TextEditor text={versions.text} isReadOnly={isReadOnly} onChange={versions.setText} />
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 ref={headingRef} tabIndex={-1} className="text-lg outline-none">
          {texts.heading}
        </h3>
        <p className="figures truncate text-xs text-ink-muted">{describe(state.fileName, transcript)}</p>
      </div>
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <FilmSide
          state={state}
          url={filmUrl}
          pictureUrl={work.pictureUrl}
          film={film}
          lines={versions.lines}
          language={versions.language}
          isInSight={isInSight}
          onWatch={onWatch}
        />
        <div className="flex min-w-0 flex-col gap-4">
          {versions.translations.length > 0 ? (
            <SelectField
              label={texts.shown}
              value={versions.shownId}
              onChange={({ currentTarget }) => versions.show(currentTarget.value as VersionId)}
              choices={[
                { value: 'spoken', label: texts.spoken(languageName(transcript.language)) },
                ...versions.translations.map(({ language }) => ({
                  value: language,
                  label: texts.translated(languageName(language)),
                })),
              ]}
            />
          ) : null}
          {hasLines ? (
            <InnerTabs
              label={texts.views}
              value={view}
              onChange={setView}
              tabs={[
                { id: 'text', label: texts.text, icon: null, content: editor },
                {
                  id: 'lines',
                  label: texts.lines,
                  icon: null,
                  content: (
                    <LineList
                      lines={versions.lines}
                      currentIndex={film.currentIndex}
                      canPlay={filmUrl !== undefined}
                      isReadOnly={isReadOnly}
                      onSeek={film.seek}
                      onEdit={versions.setLine}
                    />
                  ),
                },
              ]}
            />
          ) : (
            editor
          )}
        </div>
      </div>
      <TranscriptActions fileName={state.fileName} versions={versions} onBack={onBack} />
      {hasLines ? (
        <div className="grid gap-5 md:grid-cols-2">
          <TranslatePanel
            spokenLanguage={transcript.language}
            versions={versions}
            translation={translation}
          />
          <SubtitlesPanel job={subtitles} uploadId={work.uploadId} versions={versions} />
        </div>
      ) : null}
      <TicketEnd expiresAt={state.expiresAt} onDelete={props.onDelete} />
    </div>
  )
}

function describe(fileName: string, { language, durationSeconds, segments }: LoadedTranscript): string {
  if (segments.length === 0) return fileName
  const figures = [languageName(language), formatClock(durationSeconds), texts.lineCount(segments.length)]
  return [fileName, ...figures].join(' · ')
}
