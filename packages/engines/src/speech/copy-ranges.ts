/** Copies ranges of the extracted audio without loading all of it into memory. */
import { open, writeFile } from 'node:fs/promises'
import { bytesPerSample } from './extract-audio.ts'
import { sampleRateHz } from './vad/measure-levels.ts'
import type { AudioRange } from './vad/speech-windows.ts'

/** Concatenates the ranges into a new file and returns its path. */
export async function copyRanges(
  audioPath: string,
  ranges: readonly AudioRange[],
  targetPath: string,
): Promise<string> {
  const audio = await open(audioPath)
  try {
    const parts = await Promise.all(
      ranges.map(async ({ startSeconds, endSeconds }) => {
        const start = Math.round(startSeconds * sampleRateHz) * bytesPerSample
        const length = Math.round(endSeconds * sampleRateHz) * bytesPerSample - start
        const { buffer, bytesRead } = await audio.read(Buffer.alloc(length), 0, length, start)
        return buffer.subarray(0, bytesRead)
      }),
    )
    await writeFile(targetPath, Buffer.concat(parts))
    return targetPath
  } finally {
    await audio.close()
  }
}
