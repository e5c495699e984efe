/** Splits PNG files that follow each other into one file for each, without reading the pixels into memory. */
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const signatureBytes = 8
/** Length and type before, and checksum after the data. */
const chunkFrameBytes = 12
const headerBytes = 8
/** Of width and height in the first chunk. */
const sidesAt = 16
const sidesBytes = 8

export interface PngPage {
  readonly name: string
  readonly longerSide: number
}

/** In the order of the pages. */
export async function splitPngPages(path: string, folder: string): Promise<readonly PngPage[]> {
  const spans = await findPages(path)
  return Promise.all(
    spans.map(async ({ start, end, longerSide }, index) => {
      const name = `page-${index + 1}.png`
      await pipeline(createReadStream(path, { start, end: end - 1 }), createWriteStream(join(folder, name)))
      return { name, longerSide }
    }),
  )
}

interface Span extends Omit<PngPage, 'name'> {
  readonly start: number
  readonly end: number
}

async function findPages(path: string): Promise<readonly Span[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const pages: Span[] = []
    const sides = Buffer.alloc(sidesBytes)
    let start = 0
    while (start < size) {
      const end = await endOfPng(file, start, size)
      await file.read(sides, 0, sidesBytes, start + sidesAt)
      pages.push({ start, end, longerSide: Math.max(sides.readUInt32BE(0), sides.readUInt32BE(4)) })
      start = end
    }
    return pages
  } finally {
    await file.close()
  }
}

/** The whole rest, if the file ends early. */
async function endOfPng(file: FileHandle, start: number, size: number): Promise<number> {
  const header = Buffer.alloc(headerBytes)
  let at = start + signatureBytes
  while (at + chunkFrameBytes <= size) {
    await file.read(header, 0, headerBytes, at)
    at += header.readUInt32BE() + chunkFrameBytes
    if (header.toString('latin1', 4) === 'IEND') return Math.min(at, size)
  }
  return size
}
