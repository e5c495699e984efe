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

/** Takes some seconds to convert. */
export async function slowFile(name = 'slow.jpg'): Promise<BrowserFile> {
  return { name, mimeType: 'image/jpeg', buffer: await drawNoise(5000, 4000) }
}

/** Passes for a picture until it is opened. */
export async function damagedFile(name = 'damaged.jpg'): Promise<BrowserFile> {
  const whole = await drawJpeg(800, 600)
  return { name, mimeType: 'image/jpeg', buffer: whole.subarray(0, 500) }
}
