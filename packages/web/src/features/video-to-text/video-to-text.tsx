/** Video to Text: a film on one tab, what is said in it on the other. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import { FileText } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readSavedFiles } from '../../lib/file-list/saved-files.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { ResultsTab } from './results/results-tab.tsx'
import { useSubtitles } from './results/use-subtitles.ts'
import { UploadTab } from './upload/upload-tab.tsx'
import { useVideoText } from './upload/use-video-text.ts'
import { videoTextToolId } from './video-text-tool-id.ts'

type TabId = 'upload' | 'results'

interface VideoToTextProps {
  /** Whether it is in sight and takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}

/** Someone who comes back finds the text, or the work on it. */
function findFirstTab(): TabId {
  return readSavedFiles(videoTextToolId).job ? 'results' : 'upload'
}

export function VideoToText({ isActive }: VideoToTextProps) {
  const [tab, setTab] = useState<TabId>(findFirstTab)
  const plan = usePlan()
  const maxBytes = maxBytesFor(operations['extract-video-text'].maxBytes, plan)
  const reason = useUnavailableReason('extract-video-text')
  const work = useVideoText(maxBytes)
  const subtitles = useSubtitles()
  /** A film of an earlier visit, chosen once more to be watched. */
  const [watched, setWatched] = useState<File>()
  const videoUrl = useObjectUrl(work.video?.file ?? watched, 0)

  const headingId = useId()
  const extractRef = useRef<HTMLButtonElement>(null)
  const resultsRef = useRef<HTMLDivElement>(null)
  /** What was pressed is out of sight then; the focus goes along. */
  const goTo = (next: TabId) => {
    flushSync(() => setTab(next))
    const target = next === 'upload' ? extractRef : resultsRef
    target.current?.focus()
  }
  const leaveResult = () => {
    subtitles.reset()
    setWatched(undefined)
  }
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={videoTextMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
      {reason === undefined ? null : <UnavailableNotice reason={reason} />}
      <InnerTabs
        label={videoTextMessages.tabs}
        value={tab}
        onChange={id => setTab(id === 'results' ? 'results' : 'upload')}
        tabs={[
          {
            id: 'upload',
            label: videoTextMessages.uploadTab,
            icon: <KindIcon kind="video" />,
            content: (
              <UploadTab
                work={work}
                videoUrl={videoUrl}
                maxBytes={maxBytes}
                isUnavailable={reason !== undefined}
                isInSight={isActive && tab === 'upload'}
                extractRef={extractRef}
                onFiles={files => {
                  if (work.take(files)) leaveResult()
                }}
                onRemove={() => {
                  work.remove()
                  leaveResult()
                }}
                onExtract={() => {
                  if (!work.extract()) return
                  subtitles.reset()
                  goTo('results')
                }}
              />
            ),
          },
          {
            id: 'results',
            label: videoTextMessages.resultsTab,
            icon: <Icon of={FileText} className="text-ink-muted" />,
            content: (
              <ResultsTab
                work={work}
                subtitles={subtitles}
                videoUrl={videoUrl}
                isInSight={isActive && tab === 'results'}
                panelRef={resultsRef}
                onWatch={setWatched}
                onBack={() => goTo('upload')}
                onDelete={() => void work.deleteResult().then(leaveResult)}
              />
            ),
          },
        ]}
      />
    </section>
  )
}
