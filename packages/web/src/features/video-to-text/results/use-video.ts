/** Ties the lines of a transcript to its film: which of them is being said, and how to go to one. */
import { type RefObject, useRef, useState } from 'react'
import type { SpokenLine } from '../transcript/spoken-line.ts'

/** Seeking lands a little before the moment asked for. */
const toleranceSeconds = 0.05
/** A line stays marked over the short pauses after it. */
const lingerSeconds = 1

export interface VideoControl {
  readonly videoRef: RefObject<HTMLVideoElement | null>
  /** -1 while nothing is being said. */
  readonly currentIndex: number
  readonly onTime: (seconds: number) => void
  /** Whether there is a film that this browser plays. */
  readonly canPlay: boolean
  readonly onBroken: (url: string) => void
  readonly seek: (line: SpokenLine) => void
}

export function useVideo(lines: readonly SpokenLine[], url: string | undefined): VideoControl {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState(-1)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const currentIndex = findCurrent(lines, seconds)
  return {
    videoRef,
    currentIndex,
    canPlay: url !== undefined && url !== brokenUrl,
    onBroken: setBrokenUrl,
    onTime(now) {
      // Four times a second; the page is drawn anew only for another line.
      if (findCurrent(lines, now) !== currentIndex) setSeconds(now)
    },
    seek({ startSeconds }) {
      if (videoRef.current) videoRef.current.currentTime = startSeconds
      setSeconds(startSeconds)
    },
  }
}

function findCurrent(lines: readonly SpokenLine[], seconds: number): number {
  const index = lines.findLastIndex(line => line.startSeconds <= seconds + toleranceSeconds)
  const line = lines[index]
  return line && seconds < line.endSeconds + lingerSeconds ? index : -1
}
