/** Reads raw frames from disk in display order and suppresses noise in nearly static pixels. */
import { open } from 'node:fs/promises'
import { holdPixels } from './hold-pixels.ts'

interface Feed {
  readonly framesPath: string
  readonly frameBytes: number
  readonly order: readonly number[]
  readonly holdBelow: number
}

/** Each frame is a new buffer, denoised against the frame displayed before it. */
export async function* feedFrames({
  framesPath,
  frameBytes,
  order,
  holdBelow,
}: Feed): AsyncGenerator<Buffer> {
  const file = await open(framesPath)
  try {
    let shown: Buffer | undefined
    for (const index of order) {
      const frame = Buffer.allocUnsafe(frameBytes)
      const { bytesRead } = await file.read(frame, 0, frameBytes, index * frameBytes)
      if (bytesRead !== frameBytes) throw new Error('A frame is missing.')
      if (shown !== undefined && holdBelow > 0) holdPixels(shown, frame, holdBelow)
      shown = frame
      yield frame
    }
  } finally {
    await file.close()
  }
}
