/** A page of a list that is read newest first: where it begins, and how much of it is wanted. */

/** The last entry of the page before. */
export interface ListPlace {
  /** In UTC, with all the digits that the database has: two entries of one millisecond stay apart. */
  readonly at: string
  readonly id: string
}

export interface ListPage {
  readonly after: ListPlace | null
  readonly limit: number
}
