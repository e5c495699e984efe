/** Files for uploads in browser tests, drawn on demand. */
import { drawClip } from '../support/clips.ts'
import { drawJpeg, drawNoise, drawPng } from '../support/images.ts'
import { drawSpokenVideo } from '../support/spoken-video.ts'

interface BrowserFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function pngFile(name = 'sunset.png'): Promise<BrowserFile> {
  return { name, mimeType: 'image/png', buffer: await drawPng(640, 400) }
}

export async function jpegFile(name = 'photo.jpg'): Promise<BrowserFile> {
  return { name, mimeType: 'image/jpeg', buffer: await drawJpeg(1200, 800) }
}

let severalChunks: Promise<Buffer> | undefined

/** Larger than one upload chunk, but as small as possible. */
export async function largeFile(name: string): Promise<BrowserFile> {
  severalChunks ??= drawNoise(1600, 1200)
  return { name, mimeType: 'image/jpeg', buffer: await severalChunks }
}

let noise: Promise<Buffer> | undefined

/** Takes a few seconds to convert; drawn once. */
export async function slowFile(name = 'slow.jpg'): Promise<BrowserFile> {
  noise ??= drawNoise(3600, 2700)
  return { name, mimeType: 'image/jpeg', buffer: await noise }
}

/** Has an image header, but no pixel that can be read. */
export async function damagedFile(name = 'damaged.jpg'): Promise<BrowserFile> {
  const complete = await drawJpeg(800, 600)
  return { name, mimeType: 'image/jpeg', buffer: complete.subarray(0, 160) }
}

/** Two seconds that Chromium can play. */
export async function videoFile(name = 'holiday.mp4'): Promise<BrowserFile> {
  return { name, mimeType: 'video/mp4', buffer: await drawClip({ extension: 'mp4' }) }
}

/** A video that browsers do not play. */
export async function oldVideoFile(name = 'wedding.avi'): Promise<BrowserFile> {
  return { name, mimeType: 'video/x-msvideo', buffer: await drawClip({ extension: 'avi' }) }
}

export async function silentVideoFile(name = 'silent.mp4'): Promise<BrowserFile> {
  return { name, mimeType: 'video/mp4', buffer: await drawClip({ extension: 'mp4', sound: null }) }
}

export async function audioFile(name = 'song.wav'): Promise<BrowserFile> {
  return { name, mimeType: 'audio/wav', buffer: await drawClip({ extension: 'wav', image: null }) }
}

/** Takes some seconds to convert to WEBM, because noise is expensive to encode. */
export async function slowVideoFile({ name = 'long.mp4', seconds = 6 } = {}): Promise<BrowserFile> {
  const buffer = await drawClip({
    extension: 'mp4',
    seconds,
    image: 'testsrc2=size=1280x720:rate=30,noise=alls=40:allf=t',
    encoding: ['-preset', 'ultrafast', '-crf', '38'],
  })
  return { name, mimeType: 'video/mp4', buffer }
}

/** Has a video header, but no index. */
export async function brokenVideoFile(name = 'broken.mp4'): Promise<BrowserFile> {
  const complete = await drawClip({ extension: 'mp4' })
  return { name, mimeType: 'video/mp4', buffer: complete.subarray(0, complete.length / 2) }
}

let talk: Promise<Buffer> | undefined

/** A video with speech. */
export async function speechVideoFile(name = 'talk.mp4'): Promise<BrowserFile> {
  talk ??= drawSpokenVideo({ text: 'The old lighthouse stands on the northern shore of the island.' })
  return { name, mimeType: 'video/mp4', buffer: await talk }
}
