/** The video beside its transcript, with the lines as captions; after a reload, a button to select the file again. */

import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { writeVtt } from '@filesmith/contract/subtitles/write-subtitles'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { useMemo } from 'react'
import { toasts } from '../../../lib/toast-store.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { makeCues } from '../subtitles/make-cues.ts'
import type { SpokenLine } from '../transcript/spoken-line.ts'
import { VideoPlayer } from '../video-player.tsx'
import type { VideoSync } from './use-video-sync.ts'

const { done: texts } = videoTextMessages

interface VideoPaneProps {
  readonly state: ConversionState
  readonly url: string | undefined
  readonly imageUrl: string | undefined
  readonly video: VideoSync
  readonly lines: readonly SpokenLine[]
  readonly language: string
  readonly isVisible: boolean
  readonly onReselect: (file: File) => void
}

export function VideoPane(props: VideoPaneProps) {
  const { state, url, imageUrl, video, lines, language, isVisible, onReselect } = props
  const captionsFile = useMemo(() => new Blob([writeVtt(makeCues(lines))], { type: 'text/vtt' }), [lines])
  const captionsUrl = useObjectUrl(captionsFile, 0)
  const reselect = ([file]: readonly File[]) => {
    if (!file) return
    if (file.size === state.originalSize) onReselect(file)
    else toasts.show({ ...texts.otherVideo, variant: 'destructive' })
  }
  return (
    <Panel className="self-start overflow-hidden bg-paper">
      <VideoPlayer
        name={state.fileName}
        url={url}
        imageUrl={imageUrl}
        isVisible={isVisible}
        captions={captionsUrl === undefined ? undefined : { url: captionsUrl, language }}
        videoRef={video.videoRef}
        onTime={video.onTime}
        onUnplayable={video.onUnplayable}
        unplayableText={texts.cannotPlay}
        className="aspect-video w-full"
      />
      {url === undefined ? (
        <div className="flex flex-col items-start gap-3 border-t border-line bg-surface p-4">
          <p className="text-ink-muted">{texts.videoGone}</p>
          <FilePickerButton accept="video/*,audio/*" onPick={reselect}>
            {texts.showVideo}
          </FilePickerButton>
        </div>
      ) : null}
    </Panel>
  )
}
