/** Finds empty required fields of a form, with their error messages. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { textOf } from './use-form-submit.ts'

export function findMissing(
  data: FormData,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const empty = names.filter(name => textOf(data, name).trim() === '')
  if (empty.length === 0) return undefined
  return Object.fromEntries(empty.map(name => [name, accountMessages.fieldMissing]))
}
