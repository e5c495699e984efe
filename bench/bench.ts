/** What a benchmark is: a name, and a run that answers the rows of its table. */

export interface BenchRow {
  readonly what: string
  readonly value: number
  /** 'ms', 'MB', 'x' for a ratio ... */
  readonly unit: string
  /** In words: 'at most 1.15'. */
  readonly goal?: string
  readonly isMet?: boolean
}

/** A file `bench/<name>.bench.ts` exports one as `bench`; `npm run bench` gives each a process of its own. */
export interface Bench {
  readonly name: string
  run(): Promise<readonly BenchRow[]>
}
