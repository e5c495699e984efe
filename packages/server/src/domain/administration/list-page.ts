/** Pages of the lists that operators read: what is asked for, and where the next one begins. */
import { AppError } from '@filesmith/contract/errors'
import type { ListCursor, ListPage } from '../../ports/list-page.ts'
import { isId } from '../is-id.ts'

const pageSize = 50
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/
/** Ids of accounts say what they are. */
const accountPrefix = 'u_'

/** One more than is shown tells whether there is another page. */
export function pageBefore(before: string | undefined, isOfAccounts = false): ListPage {
  const prefix = isOfAccounts ? accountPrefix : ''
  return { after: before === undefined ? null : readPlace(before, prefix), limit: pageSize + 1 }
}

export function cutPage<Entry>(
  found: readonly Entry[],
  placeOf: (entry: Entry) => ListCursor,
): { readonly shown: readonly Entry[]; readonly next: string | null } {
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return { shown, next: last && found.length > pageSize ? writePlace(placeOf(last)) : null }
}

function writePlace({ at, id }: ListCursor): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

function readPlace(text: string, prefix: string): ListCursor {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split('|')
  if (!isMoment(at) || !id.startsWith(prefix) || !isId(id.slice(prefix.length)))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { at, id }
}

/** What the database would not read as one is none: there is no thirtieth of February. */
function isMoment(text: string): boolean {
  const time = momentPattern.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}
