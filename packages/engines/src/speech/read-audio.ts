/** Reads stretches of extracted sound, however long all of it is. */
import { open, writeFile } from 'node:fs/promises'
import { sampleRateHz } from './activity/measure-levels.ts'
import type { Piece } from './activity/plan-windows.ts'
import { bytesPerSample } from './extract-audio.ts'

/** Writes the pieces one behind the other into a file of their own; answers its path. */
export async function copyPieces(
  audioPath: string,
  pieces: readonly Piece[],
  targetPath: string,
): Promise<string> {
  const sound = await open(audioPath)
  try {
    const parts = await Promise.all(
      pieces.map(async ({ startSeconds, endSeconds }) => {
        const start = Math.round(startSeconds * sampleRateHz) * bytesPerSample
        const length = Math.round(endSeconds * sampleRateHz) * bytesPerSample - start
        const { buffer, bytesRead } = await sound.read(Buffer.alloc(length), 0, length, start)
        return buffer.subarray(0, bytesRead)
      }),
    )
    await writeFile(targetPath, Buffer.concat(parts))
    return targetPath
  } finally {
    await sound.close()
  }
}
