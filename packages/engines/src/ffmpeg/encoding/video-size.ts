/** Target size of a video: inside the requested box, never enlarged, with even sides. */
import { type VideoQuality, videoBox } from '@filesmith/contract/video-quality'

export interface VideoSize {
  readonly width: number
  readonly height: number
}

export function targetSize(display: VideoSize, quality: VideoQuality): VideoSize {
  const box = videoBox(display, quality)
  const factor = Math.min(1, box.width / display.width, box.height / display.height)
  return {
    width: even(display.width * factor, display.width, box.width),
    height: even(display.height * factor, display.height, box.height),
  }
}

/** 4:2:0 needs even sides: the nearest even number that exceeds neither the source nor the box. */
function even(length: number, shownLength: number, boxLength: number): number {
  const max = Math.floor(Math.min(shownLength, boxLength) / 2) * 2
  return Math.max(2, Math.min(Math.round(length / 2) * 2, max))
}
