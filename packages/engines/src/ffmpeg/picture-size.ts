/** How large the pictures of a film become: inside the asked box, never larger than they are, and even. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** For wide pictures; tall ones get the same box turned. */
const boxes = {
  '1080p': { width: 1920, height: 1080 },
  '720p': { width: 1280, height: 720 },
  '480p': { width: 854, height: 480 },
  '360p': { width: 640, height: 360 },
} as const satisfies Record<string, Size>

export type VideoQuality = keyof typeof boxes

function boxFor(shown: Size, quality: VideoQuality): Size {
  const { width, height } = boxes[quality]
  return shown.height > shown.width ? { width: height, height: width } : { width, height }
}

export function fitsBox(shown: Size, quality: VideoQuality): boolean {
  const box = boxFor(shown, quality)
  return shown.width <= box.width && shown.height <= box.height
}

export function targetSize(shown: Size, quality: VideoQuality): Size {
  const box = boxFor(shown, quality)
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
