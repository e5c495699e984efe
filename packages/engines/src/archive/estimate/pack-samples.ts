/** Packs samples about as well as the archive will be packed. */
import { brotliCompressSync, constants, deflateRawSync } from 'node:zlib'
import type { ArchiveFormat } from '@filesmith/contract/archive-formats'
import { rarLevel } from '../rar/levels.ts'
import { createIndexer } from '../rar/lz/index-window.ts'
import { createPiecePacker } from '../rar/lz/pack-piece.ts'
import { createWindowBuffers, openWindow } from '../rar/lz/shared-window.ts'

type PackSamples = (samples: readonly Uint8Array[], level: number) => number

export const packSamples: Readonly<Record<ArchiveFormat, PackSamples>> = {
  zip: (samples, level) => sumOf(samples, sample => deflateRawSync(sample, { level }).length),
  tar: (samples, level) => sumOf(samples, sample => deflateRawSync(sample, { level }).length),
  '7z': (samples, level) => sumOf([Buffer.concat(samples)], sample => packLikeLzma(sample, level)),
  rar: (samples, level) => sumOf([Buffer.concat(samples)], sample => packLikeRar(sample, level)),
}

function sumOf(samples: readonly Uint8Array[], packedBytes: (sample: Uint8Array) => number): number {
  return samples.reduce((sum, sample) => sum + Math.min(sample.length, packedBytes(sample)), 0)
}

/** Node has no LZMA; of what it has, this comes nearest. */
function packLikeLzma(sample: Uint8Array, level: number): number {
  const quality = level <= 3 ? 5 : 9
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: sample.length,
  }
  return brotliCompressSync(sample, { params }).length
}

const windowBytes = 16 * 1024 * 1024

function packLikeRar(sample: Uint8Array, level: number): number {
  if (sample.length === 0) return 0
  const window = openWindow(createWindowBuffers(windowBytes))
  window.bytes.set(sample)
  createIndexer(window).index(sample.length)
  const piece = { start: 0, end: sample.length, fileStart: 0, isFirst: true, isLast: true }
  return createPiecePacker(window, rarLevel(level))(piece).length
}
