/** Which frames are made to know how large all of them become: short stretches of neighbours, from the first to the last. */

/** Measured in decision record 29. */
const stretchCount = 6
const stretchFrames = 3

/** So few are all made: the answer is the size itself. */
export const mostWhole = stretchCount * stretchFrames

/** Places in the order they are shown. */
export function sampledStretches(frames: number): readonly (readonly number[])[] {
  return Array.from({ length: stretchCount }, (_, stretch) => {
    const start = Math.round((stretch * (frames - stretchFrames)) / (stretchCount - 1))
    return Array.from({ length: stretchFrames }, (_, index) => start + index)
  })
}
