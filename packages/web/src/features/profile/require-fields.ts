/** Which fields of a form were left empty, each with its complaint. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { type FormProblems, textOf } from '../../lib/use-form-submit.ts'

export function requireFields(data: FormData, names: readonly string[]): FormProblems | undefined {
  const empty = names.filter(name => textOf(data, name).trim() === '')
  if (empty.length === 0) return undefined
  return { fields: Object.fromEntries(empty.map(name => [name, accountMessages.fieldMissing])) }
}
