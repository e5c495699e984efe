/** Test harness for media conversions: a real engine and a folder of clips per test file. */
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, beforeAll } from 'vitest'
import { type ClipFolder, openClipFolder } from './clips.ts'
import { type Converter, type MediaResult, mediaOnly, startConverter } from './converter.ts'

export interface MediaHarness {
  readonly converter: Converter
  readonly clips: ClipFolder
  video(inputPath: string, from: FormatId, to: FormatId, quality?: string): Promise<MediaResult>
  audio(inputPath: string, from: FormatId, to: FormatId, quality?: string): Promise<MediaResult>
  /** Extracts the audio of a video. */
  extract(inputPath: string, from: FormatId, to: FormatId): Promise<MediaResult>
}

export function openMediaHarness(): MediaHarness {
  let converter: Converter
  let clips: ClipFolder

  beforeAll(async () => {
    converter = await startConverter(mediaOnly)
    clips = await openClipFolder()
  })

  afterAll(async () => {
    await clips.close()
    await converter.close()
  })

  return {
    get converter() {
      return converter
    },
    get clips() {
      return clips
    },
    video: (inputPath, from, to, quality) =>
      converter.convertMedia({
        operation: 'convert-video',
        inputPath,
        from,
        to,
        ...(quality && { quality }),
      }),
    audio: (inputPath, from, to, quality) =>
      converter.convertMedia({
        operation: 'convert-audio',
        inputPath,
        from,
        to,
        ...(quality && { quality }),
      }),
    extract: (inputPath, from, to) =>
      converter.convertMedia({ operation: 'convert-audio', inputPath, from, to, isExtraction: true }),
  }
}
