/** Cursor pagination of administration lists; cursors are opaque base64url strings. */
import { AppError } from '@filesmith/contract/errors'
import type { ListCursor, ListPage } from '../../ports/list-page.ts'
import { isId } from '../is-id.ts'

const pageSize = 50
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/
/** Account ids have a prefix. */
const accountPrefix = 'u_'

/** Reads one more entry than is shown, to know whether there is another page. */
export function pageBefore(before: string | undefined, isOfAccounts = false): ListPage {
  const prefix = isOfAccounts ? accountPrefix : ''
  return { after: before === undefined ? null : decodeCursor(before, prefix), limit: pageSize + 1 }
}

export function cutPage<Entry>(
  found: readonly Entry[],
  cursorOf: (entry: Entry) => ListCursor,
): { readonly shown: readonly Entry[]; readonly next: string | null } {
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return { shown, next: last && found.length > pageSize ? encodeCursor(cursorOf(last)) : null }
}

function encodeCursor({ at, id }: ListCursor): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

function decodeCursor(text: string, prefix: string): ListCursor {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split('|')
  if (!isTimestamp(at) || !id.startsWith(prefix) || !isId(id.slice(prefix.length)))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { at, id }
}

/** Rejects what the database would reject, such as February 30. */
function isTimestamp(text: string): boolean {
  const time = timestampPattern.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}
