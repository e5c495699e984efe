/** Maximum resolution of a video quality, in landscape or portrait. Videos are never enlarged. */

interface Size {
  readonly width: number
  readonly height: number
}

const boxes = {
  '1080p': { long: 1920, short: 1080 },
  '720p': { long: 1280, short: 720 },
  '480p': { long: 854, short: 480 },
  '360p': { long: 640, short: 360 },
  original: { long: Infinity, short: Infinity },
} as const

export type VideoQuality = keyof typeof boxes

export const videoQualities = Object.keys(boxes) as [VideoQuality, ...VideoQuality[]]

/** The bounding box for a video of this orientation. */
export function videoBox(shown: Size, quality: VideoQuality): Size {
  const { long, short } = boxes[quality]
  return shown.height > shown.width ? { width: short, height: long } : { width: long, height: short }
}

/** Whether a video of this size is kept unchanged. */
export function fitsVideoBox(shown: Size, quality: VideoQuality): boolean {
  const box = videoBox(shown, quality)
  return shown.width <= box.width && shown.height <= box.height
}
