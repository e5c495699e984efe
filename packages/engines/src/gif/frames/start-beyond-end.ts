/** Error for a start time beyond the end of the source. */
import { AppError } from '@filesmith/contract/errors'

export function startBeyondEnd(lengthSeconds: number | null): AppError {
  const length =
    lengthSeconds === null ? 'shorter than that' : `only ${lengthSeconds.toFixed(1)} seconds long`
  return new AppError('start-beyond-end', { length })
}
