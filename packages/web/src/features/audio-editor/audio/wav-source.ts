/** AudioSource for WAV: any range of samples becomes a valid WAV file when the header is repeated before it. */

import { type AudioSource, cutBuffer, decodeAt } from './audio-source.ts'
import { openByteWindow } from './byte-window.ts'

/** Formats with a constant sample size: PCM, IEEE float, A-law, mu-law, WAVE_FORMAT_EXTENSIBLE. */
const plainFormats = [1, 3, 6, 7, 0xfffe]

/** Undefined if it is not a WAV file, or its samples have no constant size. */
export async function openWavSource(file: Blob): Promise<AudioSource | undefined> {
  const layout = await readLayout(file)
  if (!layout) return undefined
  const { format, dataOffset, dataBytes, sampleRateHz, frameBytes } = layout
  return {
    sampleRateHz,
    lengthSamples: Math.floor(dataBytes / frameBytes),
    async read(fromSample, toSample) {
      const samples = file.slice(dataOffset + fromSample * frameBytes, dataOffset + toSample * frameBytes)
      const part = new Blob([...wavHeader(format, samples.size), samples])
      const buffer = await decodeAt(sampleRateHz, await part.arrayBuffer())
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
    if (tagAt(head, 0) === 'data') return format && layoutOf(format, offset + 8, sizeBytes, file.size)
    offset += 8 + sizeBytes + (sizeBytes % 2)
  }
  return undefined
}

function layoutOf(format: Uint8Array<ArrayBuffer>, dataOffset: number, sizeBytes: number, fileBytes: number) {
  if (format.length < 16) return undefined
  const view = viewOf(format)
  const frameBytes = view.getUint16(12, true)
  const sampleRateHz = view.getUint32(4, true)
  if (!plainFormats.includes(view.getUint16(0, true)) || frameBytes === 0) return undefined
  if (sampleRateHz < 8000 || sampleRateHz > 192_000) return undefined
  // Recorders that were interrupted leave a data size of 0 or 0xFFFFFFFF.
  const dataBytes = Math.min(sizeBytes === 0 ? Infinity : sizeBytes, fileBytes - dataOffset)
  return { format, dataOffset, dataBytes, sampleRateHz, frameBytes }
}

function wavHeader(format: Uint8Array<ArrayBuffer>, dataBytes: number): BlobPart[] {
  const chunkHeader = (tag: string, size: number) => {
    const head = new Uint8Array(8)
    head.set([...tag].map(letter => letter.charCodeAt(0)))
    viewOf(head).setUint32(4, size, true)
    return head
  }
  return [
    chunkHeader('RIFF', 4 + 8 + format.length + 8 + dataBytes),
    Uint8Array.from([...'WAVE'].map(letter => letter.charCodeAt(0))),
    chunkHeader('fmt ', format.length),
    format,
    chunkHeader('data', dataBytes),
  ]
}

function tagAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
