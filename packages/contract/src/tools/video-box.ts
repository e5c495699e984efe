/** The picture that a video quality allows at most: lying for wide films, standing for tall ones. Nothing is enlarged. */

interface VideoBox {
  readonly longPx: number
  readonly shortPx: number
}

const boxes: Readonly<Record<string, VideoBox>> = {
  '1080p': { longPx: 1920, shortPx: 1080 },
  '720p': { longPx: 1280, shortPx: 720 },
  '480p': { longPx: 854, shortPx: 480 },
  '360p': { longPx: 640, shortPx: 360 },
}

/** Whether a picture of this size is kept as it is at this quality. */
export function fitsVideoBox(quality: string, widthPx: number, heightPx: number): boolean {
  const box = boxes[quality]
  if (!box) return false
  return Math.max(widthPx, heightPx) <= box.longPx && Math.min(widthPx, heightPx) <= box.shortPx
}
