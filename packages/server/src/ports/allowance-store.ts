/** What has been used of the allowance, counted by days and months of UTC. */

/** What a conversion is taken from. */
export interface Charge {
  /** The day of UTC, as in 2026-03-31. */
  readonly day: string
  /** Null means any number; it is counted all the same. */
  readonly perDay: number | null
  readonly perMonth: number | null
  /** Visitors are counted for their network as well, which no cookie can be dropped for. */
  readonly network: { readonly addressHash: string; readonly perDay: number } | null
}

/** Which allowance had no room left. */
export type FullAllowance = 'day-full' | 'month-full' | 'network-full'

export interface UsedAllowance {
  readonly inMonth: number
  /** Only days on which something was used. */
  readonly byDay: ReadonlyMap<string, number>
}

export interface AllowanceStore {
  /** From a day on, and in the month that begins on `monthStart`. */
  read(ownerId: string, since: string, monthStart: string): Promise<UsedAllowance>
  /** Forgets days and months that began before this day; answers how many. */
  removeBefore(day: string): Promise<number>
}
