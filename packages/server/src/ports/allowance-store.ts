/** Usage counters for the conversion allowance, per UTC day and month. */

/** The allowance that a conversion is charged to. */
export interface Charge {
  /** UTC day, for example 2026-03-31. */
  readonly day: string
  /** Null means unlimited; usage is still counted. */
  readonly perDay: number | null
  readonly perMonth: number | null
  /** Anonymous visitors are also counted by network, so that clearing cookies does not reset the limit. */
  readonly network: { readonly addressHash: string; readonly perDay: number } | null
}

/** The allowance that is used up. */
export type FullAllowance = 'day-full' | 'month-full' | 'network-full'

export interface UsedAllowance {
  readonly inMonth: number
  /** Only days with usage. */
  readonly byDay: ReadonlyMap<string, number>
}

export interface AllowanceStore {
  /** Usage since a day, and in the month that begins on `monthStart`. */
  read(ownerId: string, since: string, monthStart: string): Promise<UsedAllowance>
  /** Deletes counters of days and months that began before this day; returns the number deleted. */
  removeBefore(day: string): Promise<number>
}
