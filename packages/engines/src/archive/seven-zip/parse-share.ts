/** Parses the progress that 7-Zip prints on its status line. */

/** Anchored at backspaces: 7-Zip overwrites its line, and the file names after the percentage can contain anything. */
const statusLine = /(?:^|[\b]) *(\d{1,3})%/g

/** The last percentage in the output as a share; undefined if there is none. */
export function parseShare(output: string): number | undefined {
  const last = [...output.matchAll(statusLine)].at(-1)?.[1]
  return last === undefined ? undefined : Math.min(100, Number(last)) / 100
}
