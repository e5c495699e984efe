/** Pages of the lists that operators read: what is asked for, and where the next one begins. */
import { AppError } from '@filesmith/contract/errors'
import type { ListPage, ListPlace } from '../../ports/list-page.ts'
import { isId } from '../is-id.ts'

const pageSize = 50
const momentPattern = /^\d{4,6}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)$/
const prefixPattern = /^u_/

/** One more than is shown tells whether there is another page. */
export function pageBefore(before: string | undefined): ListPage {
  return { after: before === undefined ? null : readPlace(before), limit: pageSize + 1 }
}

export function cutPage<Entry>(
  found: readonly Entry[],
  placeOf: (entry: Entry) => ListPlace,
): { readonly shown: readonly Entry[]; readonly next: string | null } {
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return { shown, next: last && found.length > pageSize ? writePlace(placeOf(last)) : null }
}

function writePlace({ at, id }: ListPlace): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

function readPlace(text: string): ListPlace {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split('|')
  if (!momentPattern.test(at) || !isId(id.replace(prefixPattern, '')))
    throw new AppError('invalid-request', { reason: 'There is no such page of the list.' })
  return { at, id }
}
