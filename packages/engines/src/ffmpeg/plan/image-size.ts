/** How large the pictures of a film become: inside the asked box, never larger than they are, and even. */
import { type VideoQuality, videoBox } from '@filesmith/contract/video-quality'

export interface Size {
  readonly width: number
  readonly height: number
}

export function targetSize(shown: Size, quality: VideoQuality): Size {
  const box = videoBox(shown, quality)
  const factor = Math.min(1, box.width / shown.width, box.height / shown.height)
  return {
    width: even(shown.width * factor, shown.width, box.width),
    height: even(shown.height * factor, shown.height, box.height),
  }
}

/** Encoders share colour between two pixels. The nearest even number, but never above what is there. */
function even(length: number, shownLength: number, boxLength: number): number {
  const most = Math.floor(Math.min(shownLength, boxLength) / 2) * 2
  return Math.max(2, Math.min(Math.round(length / 2) * 2, most))
}
