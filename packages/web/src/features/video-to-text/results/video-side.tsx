/** The film beside its text, with the lines as captions; or, after a reload, the way to have it there again. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { writeVtt } from '@filesmith/contract/subtitles/write-subtitles'
import { useMemo } from 'react'
import { toasts } from '../../../lib/toast-store.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { makeCues } from '../subtitles/make-cues.ts'
import type { SpokenLine } from '../transcript/spoken-line.ts'
import { Video } from '../video.tsx'
import type { VideoControl } from './use-video.ts'

const { done: texts } = videoTextMessages

interface VideoSideProps {
  readonly state: ConversionState
  readonly url: string | undefined
  readonly imageUrl: string | undefined
  readonly video: VideoControl
  readonly lines: readonly SpokenLine[]
  readonly language: string
  readonly isInSight: boolean
  readonly onWatch: (file: File) => void
}

export function VideoSide(props: VideoSideProps) {
  const { state, url, imageUrl, video, lines, language, isInSight, onWatch } = props
  const captionsFile = useMemo(() => new Blob([writeVtt(makeCues(lines))], { type: 'text/vtt' }), [lines])
  const captionsUrl = useObjectUrl(captionsFile, 0)
  const watch = ([file]: readonly File[]) => {
    if (!file) return
    if (file.size === state.originalSize) onWatch(file)
    else toasts.show({ ...texts.otherVideo, variant: 'destructive' })
  }
  return (
    <Panel className="self-start overflow-hidden bg-paper">
      <Video
        name={state.fileName}
        url={url}
        imageUrl={imageUrl}
        isInSight={isInSight}
        captions={captionsUrl === undefined ? undefined : { url: captionsUrl, language }}
        videoRef={video.videoRef}
        onTime={video.onTime}
        onBroken={video.onBroken}
        brokenText={texts.cannotPlay}
        className="aspect-video w-full"
      />
      {url === undefined ? (
        <div className="flex flex-col items-start gap-3 border-t border-line bg-surface p-4">
          <p className="text-ink-muted">{texts.videoGone}</p>
          <FilePickerButton accept="video/*" onPick={watch}>
            {texts.showVideo}
          </FilePickerButton>
        </div>
      ) : null}
    </Panel>
  )
}
