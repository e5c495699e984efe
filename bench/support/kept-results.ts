/** Results of a long run, kept on the disk one by one, so that an interrupted run continues where it stopped. */
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface KeptResults<Result> {
  /** Names without a result, in their order. */
  readonly missing: readonly string[]
  keep(name: string, result: Result): Promise<void>
  all(): ReadonlyMap<string, Result>
}

/**
 * One line of JSON for each name. Continues with the names that have no result; after a whole run it begins again.
 * With `from`, a name or a part of one, results before it stay and the others are made again. A line that was cut off
 * while it was written is a result that is missing.
 */
export async function openKeptResults<Result>(
  path: string,
  names: readonly string[],
  from?: string,
): Promise<KeptResults<Result>> {
  const found = new Map((await readLines<Result>(path)).map(({ name, result }) => [name, result]))
  const earlier = earlierNames(names, found, from)
  const results = new Map<string, Result>()
  for (const name of earlier) {
    const result = found.get(name)
    if (result !== undefined) results.set(name, result)
  }
  const lineOf = (name: string, result: Result) => `${JSON.stringify({ name, result })}\n`
  await mkdir(dirname(path), { recursive: true })
  // Renamed when it is whole: an interruption here loses no result.
  await writeFile(`${path}.new`, [...results].map(([name, result]) => lineOf(name, result)).join(''))
  await rename(`${path}.new`, path)
  return {
    missing: names.filter(name => !results.has(name)),
    async keep(name, result) {
      await appendFile(path, lineOf(name, result))
      results.set(name, result)
    },
    all: () => results,
  }
}

/** Names whose results are kept. */
function earlierNames(
  names: readonly string[],
  found: ReadonlyMap<string, unknown>,
  from: string | undefined,
): readonly string[] {
  if (from === undefined) return names.every(name => found.has(name)) ? [] : names
  const exact = names.indexOf(from)
  const start = exact === -1 ? names.findIndex(name => name.includes(from)) : exact
  if (start === -1) throw new Error(`no name contains: ${from}`)
  return names.slice(0, start)
}

interface Line<Result> {
  readonly name: string
  readonly result: Result
}

async function readLines<Result>(path: string): Promise<Line<Result>[]> {
  let text = ''
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return text.split('\n').flatMap(line => {
    try {
      const kept: Line<Result> = JSON.parse(line)
      return [kept]
    } catch {
      return []
    }
  })
}
