/** Adds the displayed lines to the video as subtitles on the server. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { type SubtitleWay, subtitleWays } from '@filesmith/contract/operations/add-subtitles'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { writeSrt } from '@filesmith/contract/subtitles/write-subtitles'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { Captions, Download } from 'lucide-react'
import { useState } from 'react'
import { PlanLink } from '../../../lib/allowance-note.tsx'
import type { WorkingView } from '../../../lib/job/job.ts'
import { describeRemaining } from '../../../lib/job/job-progress.tsx'
import { useUnavailableReason } from '../../../lib/use-unavailable-reason.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { languageName } from '../language-name.ts'
import { makeCues } from '../subtitles/make-cues.ts'
import type { SubtitlesJob } from './use-subtitles.ts'
import type { Versions } from './use-versions.ts'

const { subtitles: texts } = videoTextMessages

interface SubtitlesPanelProps {
  readonly job: SubtitlesJob
  /** Absent when the video is gone from the server. */
  readonly uploadId: string | undefined
  readonly versions: Versions
}

export function SubtitlesPanel({ job, uploadId, versions }: SubtitlesPanelProps) {
  const [way, setWay] = useState<SubtitleWay>('burn')
  const reason = useUnavailableReason('add-subtitles')
  const { view } = job
  const blockedReason = reason ?? (uploadId === undefined ? texts.uploadGone : undefined)
  return (
    <Panel className="flex flex-col gap-4 p-5">
      <div>
        <h3 className="text-base">{texts.heading}</h3>
        <p className="text-ink-muted">{texts.lead(languageName(versions.language))}</p>
      </div>
      {view.phase === 'working' ? (
        <SubtitlesProgress view={view} onCancel={() => void job.cancel()} />
      ) : view.phase === 'finished' ? (
        <div className="mt-auto flex flex-col gap-3">
          <p role="status" className="font-semibold text-success">
            {texts.ready}
          </p>
          <div className="flex flex-wrap gap-2 *:grow">
            {view.state.downloadUrl === null ? null : (
              <DownloadButton href={view.state.downloadUrl} download variant="solid">
                <Icon of={Download} /> {texts.download}
              </DownloadButton>
            )}
            <Button onClick={job.reset}>{texts.again}</Button>
          </div>
        </div>
      ) : blockedReason ? (
        <p role="note" className="text-ink-muted">
          {blockedReason}
        </p>
      ) : (
        <>
          <ChoiceGroup
            legend={texts.way}
            choices={subtitleWays.map(value => ({ value, label: texts.ways[value] }))}
            value={way}
            onChange={value => setWay(value === 'track' ? 'track' : 'burn')}
            note={texts.notes[way]}
          />
          {view.failure ? (
            <p className="font-semibold text-danger">
              {view.failure.message} {view.failure.needsPlan ? <PlanLink /> : null}
            </p>
          ) : null}
          <Button
            variant="solid"
            className="mt-auto"
            disabled={versions.lines.length === 0}
            onClick={() =>
              void job.start(() => ({ uploadId, subtitles: writeSrt(makeCues(versions.lines)), way }))
            }
          >
            <Icon of={Captions} /> {texts.add}
          </Button>
        </>
      )}
    </Panel>
  )
}

interface SubtitlesProgressProps {
  readonly view: WorkingView<ConversionState>
  readonly onCancel: () => void
}

function SubtitlesProgress({ view, onCancel }: SubtitlesProgressProps) {
  const isCanceling = view.step === 'canceling'
  return (
    <div className="mt-auto flex flex-col gap-2">
      <p role="status" className="flex items-baseline justify-between gap-3 font-semibold">
        {view.step === 'queued' ? conversionMessages.queued : texts.working}
        <span className="figures">{Math.floor(view.percent)}%</span>
      </p>
      <ProgressBar percent={view.percent} label={texts.progress} />
      <div className="flex items-center justify-between gap-3">
        <p className="figures text-xs text-ink-muted">{describeRemaining(view)}</p>
        <Button onClick={onCancel} disabled={isCanceling}>
          {isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
        </Button>
      </div>
    </div>
  )
}
