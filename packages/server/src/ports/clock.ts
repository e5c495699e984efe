/** The time by which use cases decide. Leases, queues and rate limits use the time of the database, which all processes share. */
export interface Clock {
  readonly now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }
