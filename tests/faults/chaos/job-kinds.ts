/** Job kinds that customers submit in a chaos run, each with a check that its result is complete. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchPath } from '@filesmith/contract/batch'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import sharp from 'sharp'
import { drawClip } from '../../support/clips.ts'
import { drawLines } from '../../support/draw-lines.ts'
import { drawJpeg, drawNoise, drawPng } from '../../support/images.ts'
import { crashMark } from '../../support/marked-file.ts'
import { readZip } from '../../support/read-zip.ts'
import { ffmpeg } from '../../support/run-program.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface UploadedFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface JobRequest {
  readonly kind: string
  readonly purpose: UploadPurpose
  readonly path: string
  readonly files: readonly UploadedFile[]
  readonly isBatch: boolean
  readonly fields: Record<string, string>
  /** Throws when the bytes are not a complete result. */
  check(result: Buffer): Promise<void>
}

export type ChooseJob = (random: SeededRandom) => JobRequest

export interface JobKinds {
  readonly choose: ChooseJob
  /** Crashes every process that runs it, so it is the only job that may fail with `processing-crashed`. */
  readonly crashing: JobRequest
}

export const crashingKind = 'crashing'

/** Approximate share of each kind in percent. */
const weights = { image: 66, audio: 8, archive: 8, document: 5, batch: 8, text: 5 }
type Kind = keyof typeof weights
const weightedKinds = (Object.keys(weights) as Kind[]).flatMap(kind => Array<Kind>(weights[kind]).fill(kind))

/** Draws the samples once, so that choosing a job is cheap. */
export async function prepareJobKinds(): Promise<JobKinds> {
  const images = await Promise.all([
    ...[drawPng(320, 200), drawPng(640, 480), drawJpeg(400, 300)],
    ...[drawNoise(400, 320), drawNoise(600, 450)],
  ])
  const sizes = await Promise.all(images.map(async bytes => sizeOf(await sharp(bytes).metadata())))
  const audio = await drawClip({ extension: 'wav', seconds: 2, image: null })
  const lines = ['The chaos loses nothing', 'that was once accepted']
  const page = await drawLines({ lines })
  const textFile = Buffer.from(`${lines.join('\n')}\n`.repeat(20))

  const single = (operation: OperationId, file: UploadedFile) => ({
    purpose: operation,
    path: operations[operation].path,
    files: [file],
    isBatch: false,
  })
  const isImage = (size: string) => async (result: Buffer) => {
    const { info } = await sharp(result).raw().toBuffer({ resolveWithObject: true })
    if (sizeOf(info) !== size) throw new Error(`size is ${sizeOf(info)} instead of ${size}`)
  }

  const kinds: Record<Kind, (random: SeededRandom) => Omit<JobRequest, 'kind'>> = {
    image(random) {
      const number = random.between(0, images.length - 1)
      return {
        ...single('convert-image', { name: 'image.png', bytes: images[number] as Buffer }),
        fields: { outputFormat: random.pick(['webp', 'png', 'jpg', 'webp', 'avif']) },
        check: isImage(sizes[number] as string),
      }
    },
    audio: random => ({
      ...single('convert-audio', { name: 'sound.wav', bytes: audio }),
      fields: { outputFormat: random.pick(['mp3', 'ogg', 'flac']) },
      check: decodeAudio,
    }),
    archive: () => ({
      purpose: 'compress-files',
      path: operations['compress-files'].path,
      files: images.slice(0, 3).map((bytes, index) => ({ name: `${index}.png`, bytes })),
      isBatch: false,
      fields: { compressionFormat: 'zip' },
      async check(result) {
        const found = [...(await readZip(result)).values()]
        if (!images.slice(0, 3).every(bytes => found.some(other => other.equals(bytes))))
          throw new Error('not every file is in the archive')
      },
    }),
    document: () => ({
      ...single('convert-document', { name: 'letter.txt', bytes: textFile }),
      fields: { outputFormat: 'pdf' },
      async check(result) {
        const text = result.toString('latin1')
        if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF'))
          throw new Error('the PDF is incomplete')
      },
    }),
    batch: () => ({
      purpose: 'convert-image',
      path: batchPath,
      files: images.slice(0, 3).map((bytes, index) => ({ name: `${index}.png`, bytes })),
      isBatch: true,
      fields: { fileType: 'images', targetFormat: 'webp' },
      check: async result => void (await sharp(result).raw().toBuffer()),
    }),
    text: () => ({
      ...single('extract-text', { name: 'page.png', bytes: page }),
      fields: {},
      async check(result) {
        if (!result.toString().includes('chaos')) throw new Error('the recognized text is wrong')
      },
    }),
  }
  return {
    choose(random) {
      const kind = random.pick(weightedKinds)
      return { kind, ...kinds[kind](random) }
    },
    crashing: {
      kind: crashingKind,
      ...single('convert-image', {
        name: 'crash.png',
        bytes: Buffer.concat([await drawNoise(600, 450), crashMark]),
      }),
      fields: { outputFormat: 'avif', quality: 'high' },
      async check() {
        throw new Error('a job that crashes its process has no result')
      },
    },
  }
}

function sizeOf({ width, height }: { width: number; height: number }): string {
  return `${width}x${height}`
}

async function decodeAudio(result: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-audio-'))
  try {
    const path = join(folder, 'sound')
    await writeFile(path, result)
    await ffmpeg('-v', 'error', '-xerror', '-i', path, '-f', 'null', '-')
  } finally {
    await rm(folder, { recursive: true })
  }
}
