/** Synchronizes transcript and video: the line being spoken, and seeking to a line. */
import { type RefObject, useRef, useState } from 'react'
import type { SpokenLine } from '../transcript/spoken-line.ts'

/** Seeking lands slightly before the requested time. */
const toleranceSeconds = 0.05
/** A line stays highlighted during short pauses after it. */
const lingerSeconds = 1

export interface VideoSync {
  readonly videoRef: RefObject<HTMLVideoElement | null>
  /** -1 while nothing is spoken. */
  readonly currentIndex: number
  readonly onTime: (seconds: number) => void
  /** Whether there is a video this browser can play. */
  readonly canPlay: boolean
  readonly onUnplayable: (url: string) => void
  readonly seek: (line: SpokenLine) => void
  readonly playOrPause: () => void
  /** Backward if negative. */
  readonly skip: (seconds: number) => void
}

export function useVideoSync(lines: readonly SpokenLine[], url: string | undefined): VideoSync {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState(-1)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const currentIndex = findCurrent(lines, seconds)
  return {
    videoRef,
    currentIndex,
    canPlay: url !== undefined && url !== brokenUrl,
    onUnplayable: setBrokenUrl,
    onTime(now) {
      // `timeupdate` fires four times a second; re-render only when the line changes.
      if (findCurrent(lines, now) !== currentIndex) setSeconds(now)
    },
    seek({ startSeconds }) {
      if (videoRef.current) videoRef.current.currentTime = startSeconds
      setSeconds(startSeconds)
    },
    playOrPause() {
      const video = videoRef.current
      // The browser rejects playing a file it cannot play, which `onUnplayable` reports.
      if (video?.paused) void video.play().catch(() => undefined)
      else video?.pause()
    },
    skip(offset) {
      const video = videoRef.current
      if (video) video.currentTime = Math.max(0, video.currentTime + offset)
    },
  }
}

function findCurrent(lines: readonly SpokenLine[], seconds: number): number {
  const index = lines.findLastIndex(line => line.startSeconds <= seconds + toleranceSeconds)
  const line = lines[index]
  return line && seconds < line.endSeconds + lingerSeconds ? index : -1
}
