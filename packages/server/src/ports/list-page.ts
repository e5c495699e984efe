/** Cursor pagination of lists, newest first. */

/** The last entry of the previous page. */
export interface ListCursor {
  /** UTC, in full database precision, so that entries within the same millisecond stay distinct. */
  readonly at: string
  readonly id: string
}

export interface ListPage {
  readonly after: ListCursor | null
  readonly limit: number
}
