/** Reads how far 7-Zip is from what it paints over its own line. */

/** It goes back and writes over what it has written; later on the line stand names, which may hold anything. */
const painted = /(?:^|[\b]) *(\d{1,3})%/g

/** The last percentage in a piece of its output, as a share; undefined when there is none. */
export function readShare(output: string): number | undefined {
  const last = [...output.matchAll(painted)].at(-1)?.[1]
  return last === undefined ? undefined : Math.min(100, Number(last)) / 100
}
