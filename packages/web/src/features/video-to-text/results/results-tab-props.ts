/** Props of the results tab. */
import type { RefObject } from 'react'
import type { useVideoText } from '../upload/use-video-text.ts'
import type { SubtitlesJob } from './use-subtitles.ts'

export interface ResultsTabProps {
  readonly videoText: ReturnType<typeof useVideoText>
  readonly subtitles: SubtitlesJob
  readonly videoUrl: string | undefined
  readonly isVisible: boolean
  readonly panelRef: RefObject<HTMLDivElement | null>
  /** Called with the video of an earlier visit when it is selected again. */
  readonly onReselect: (file: File) => void
  readonly onBack: () => void
  readonly onDelete: () => void
}
