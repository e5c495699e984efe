/** Files for the browser to take, drawn when they are needed. */
import { drawJpeg, drawNoise, drawPng } from '../support/pictures.ts'

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

let noise: Promise<Buffer> | undefined

/** Takes a few seconds to convert, and a moment to draw: once is enough. */
export async function slowFile(name = 'slow.jpg'): Promise<BrowserFile> {
  noise ??= drawNoise(3600, 2700)
  return { name, mimeType: 'image/jpeg', buffer: await noise }
}

/** Passes for a picture until it is opened. */
export async function damagedFile(name = 'damaged.jpg'): Promise<BrowserFile> {
  const whole = await drawJpeg(800, 600)
  return { name, mimeType: 'image/jpeg', buffer: whole.subarray(0, 500) }
}
