/** Reads a WAV file: any stretch of its samples is a file of its own once it has the same description before it. */

import { type AudioSource, cutBuffer, decodeAt } from './audio-source.ts'
import { openByteWindow } from './byte-window.ts'

/** Samples of equal size: PCM, floats, A-law, mu-law, and what says it in its extension. */
const plainFormats = [1, 3, 6, 7, 0xfffe]

/** Undefined when it is none, or holds something else than samples of equal size. */
export async function openWavSource(file: Blob): Promise<AudioSource | undefined> {
  const layout = await readLayout(file)
  if (!layout) return undefined
  const { format, dataOffset, dataBytes, sampleRateHz, frameBytes } = layout
  return {
    sampleRateHz,
    lengthSamples: Math.floor(dataBytes / frameBytes),
    async read(fromSample, toSample) {
      const samples = file.slice(dataOffset + fromSample * frameBytes, dataOffset + toSample * frameBytes)
      const piece = new Blob([...describe(format, samples.size), samples])
      const buffer = await decodeAt(sampleRateHz, await piece.arrayBuffer())
      return buffer.length === toSample - fromSample ? buffer : cutBuffer(buffer, 0, toSample - fromSample)
    },
  }
}

async function readLayout(file: Blob) {
  const bytes = openByteWindow(file)
  if (tagAt(await bytes.at(0, 12), 0) !== 'RIFF' || tagAt(await bytes.at(0, 12), 8) !== 'WAVE')
    return undefined
  let format: Uint8Array<ArrayBuffer> | undefined
  for (let offset = 12; offset + 8 <= file.size; ) {
    const head = await bytes.at(offset, 8)
    const sizeBytes = viewOf(head).getUint32(4, true)
    if (tagAt(head, 0) === 'fmt ') format = Uint8Array.from(await bytes.at(offset + 8, sizeBytes))
    if (tagAt(head, 0) === 'data') return format && withFormat(format, offset + 8, sizeBytes, file.size)
    offset += 8 + sizeBytes + (sizeBytes % 2)
  }
  return undefined
}

function withFormat(
  format: Uint8Array<ArrayBuffer>,
  dataOffset: number,
  sizeBytes: number,
  fileBytes: number,
) {
  if (format.length < 16) return undefined
  const view = viewOf(format)
  const frameBytes = view.getUint16(12, true)
  const sampleRateHz = view.getUint32(4, true)
  if (!plainFormats.includes(view.getUint16(0, true)) || frameBytes === 0) return undefined
  if (sampleRateHz < 8000 || sampleRateHz > 192_000) return undefined
  // Recorders that stop in a hurry leave a size of nothing, or of everything.
  const dataBytes = Math.min(sizeBytes === 0 ? Infinity : sizeBytes, fileBytes - dataOffset)
  return { format, dataOffset, dataBytes, sampleRateHz, frameBytes }
}

function describe(format: Uint8Array<ArrayBuffer>, dataBytes: number): BlobPart[] {
  const words = (tag: string, size: number) => {
    const head = new Uint8Array(8)
    head.set([...tag].map(letter => letter.charCodeAt(0)))
    viewOf(head).setUint32(4, size, true)
    return head
  }
  return [
    words('RIFF', 4 + 8 + format.length + 8 + dataBytes),
    Uint8Array.from([...'WAVE'].map(letter => letter.charCodeAt(0))),
    words('fmt ', format.length),
    format,
    words('data', dataBytes),
  ]
}

function tagAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
