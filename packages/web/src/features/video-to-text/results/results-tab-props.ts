/** What the tab with the text is told. */
import type { RefObject } from 'react'
import type { useVideoText } from '../upload/use-video-text.ts'
import type { SubtitlesJob } from './use-subtitles.ts'

export interface ResultsTabProps {
  readonly work: ReturnType<typeof useVideoText>
  readonly subtitles: SubtitlesJob
  readonly videoUrl: string | undefined
  readonly isInSight: boolean
  readonly panelRef: RefObject<HTMLDivElement | null>
  /** With a film of an earlier visit that was chosen once more. */
  readonly onWatch: (file: File) => void
  readonly onBack: () => void
  readonly onDelete: () => void
}
