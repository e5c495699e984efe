/** Reads how far 7-Zip is from what it paints over its own line. */

/** The last percentage in a piece of its output, as a share; undefined when there is none. */
export function readShare(output: string): number | undefined {
  const last = [...output.matchAll(/(?:^|[\b\s])(\d{1,3})%/g)].at(-1)?.[1]
  return last === undefined ? undefined : Math.min(100, Number(last)) / 100
}
