/** The Video to Text screen: upload tab and results tab. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { operations } from '@filesmith/contract/operations/registry'
import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ResultsTab } from './results/results-tab.tsx'
import { useSubtitles } from './results/use-subtitles.ts'
import { useVideoText } from './upload/use-video-text.ts'
import { VideoUploadTab } from './upload/video-upload-tab.tsx'
import { videoTextToolId } from './video-text-tool-id.ts'

type TabId = 'upload' | 'results'

interface VideoToTextProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

/** After a reload, opens the results tab if there is a job. */
function findInitialTab(): TabId {
  return readSavedWork(videoTextToolId).job ? 'results' : 'upload'
}

export function VideoToText({ isActive }: VideoToTextProps) {
  const [tab, setTab] = useState<TabId>(findInitialTab)
  const maxBytes = maxBytesFor(operations['extract-video-text'].maxBytes, usePlan())
  const reason = useUnavailableReason('extract-video-text')
  const videoText = useVideoText(maxBytes)
  const subtitles = useSubtitles()
  /** The video of an earlier visit, selected again so that it can be played. */
  const [reselectedFile, setReselectedFile] = useState<File>()
  const videoUrl = useObjectUrl(videoText.video?.file ?? reselectedFile, 0)

  const extractRef = useRef<HTMLButtonElement>(null)
  const resultsRef = useRef<HTMLDivElement>(null)
  /** Moves the focus along, because the pressed button is hidden afterwards. */
  const goTo = (next: TabId) => {
    flushSync(() => setTab(next))
    const target = next === 'upload' ? extractRef : resultsRef
    target.current?.focus()
  }
  const discardResult = () => {
    subtitles.reset()
    setReselectedFile(undefined)
  }
  return (
    <ToolFrame heading={videoTextMessages.heading} unavailable={reason}>
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
              <VideoUploadTab
                videoText={videoText}
                videoUrl={videoUrl}
                maxBytes={maxBytes}
                isUnavailable={reason !== undefined}
                isVisible={isActive && tab === 'upload'}
                extractRef={extractRef}
                onFiles={files => {
                  if (videoText.selectVideo(files)) discardResult()
                }}
                onRemove={() => {
                  videoText.remove()
                  discardResult()
                }}
                onExtract={() => {
                  videoText.extract()
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
                videoText={videoText}
                subtitles={subtitles}
                videoUrl={videoUrl}
                isVisible={isActive && tab === 'results'}
                panelRef={resultsRef}
                onReselect={setReselectedFile}
                onBack={() => goTo('upload')}
                onDelete={async () => {
                  if (await videoText.deleteResult()) discardResult()
                }}
              />
            ),
          },
        ]}
      />
    </ToolFrame>
  )
}
