/** Selects the frames to encode for a size estimate: short runs of consecutive frames, spread from first to last. */

/** Measured in decision record 29. */
const rangeCount = 6
const framesPerRange = 3

/** Clips up to this number of frames are encoded completely, which gives the exact size. */
export const maxFullFrames = rangeCount * framesPerRange

/** Frame positions in display order. */
export function sampledRanges(frames: number): readonly (readonly number[])[] {
  return Array.from({ length: rangeCount }, (_, range) => {
    const start = Math.round((range * (frames - framesPerRange)) / (rangeCount - 1))
    return Array.from({ length: framesPerRange }, (_, index) => start + index)
  })
}
