/** Interface of a benchmark: a name and a run that returns the rows of its table. */

export interface BenchRow {
  readonly what: string
  readonly value: number
  /** 'ms', 'MB', 'x' for a ratio ... */
  readonly unit: string
  /** For people, such as 'at most 1.15'. */
  readonly goal?: string
  readonly isMet?: boolean
}

export interface BenchOptions {
  /** Files to measure with, by `--folder`. */
  readonly folder: string | undefined
  /** First seeds of random series, by `--seeds`. */
  readonly seeds?: readonly number[] | undefined
  /** Where a long run continues, by `--from`. */
  readonly from?: string | undefined
}

/** Each `bench/<name>.bench.ts` exports one as `bench`; `npm run bench` runs each in its own process. */
export interface Bench {
  readonly name: string
  run(options: BenchOptions): Promise<readonly BenchRow[]>
}
