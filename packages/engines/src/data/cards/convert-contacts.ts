/** Converts contacts between vCard, CSV and JSON. */
import { JobFailure } from '../../process/job-failure.ts'
import { readTextLines } from '../read-text.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import { type Contact, contactName, contactSchema } from './contact.ts'
import { contactsOfTable, contactTable } from './contact-table.ts'
import { readCsvRows, writeCsvRows } from './csv-text.ts'
import { readVcards } from './read-vcard.ts'
import { writeVcards } from './write-vcard.ts'

export function convertContactFile({ input, from, to }: DataTask): DataResult {
  const contacts = readContacts(readTextLines(input), from)
  if (contacts.length === 0) throw new JobFailure('file-damaged')
  if (to === 'csv') {
    const { rows, notes } = contactTable(contacts)
    return { content: writeCsvRows(rows), report: () => ({ notes: [...notes] }) }
  }
  if (to === 'json') return { content: `${JSON.stringify(contacts.map(withoutEmptyLists), null, 2)}\n` }
  const nameless = contacts.filter(contact => contactName(contact) === '').length
  const notes = nameless > 0 ? [`Contacts without a name: ${nameless}.`] : []
  return { content: writeVcards(contacts), report: () => ({ notes }) }
}

function readContacts(text: string, from: string): Contact[] {
  if (from === 'vcf') return readVcards(text)
  if (from === 'csv') return contactsOfTable(readCsvRows(text))
  return readContactList(text)
}

/** A list of contacts, as we write it. */
function readContactList(text: string): Contact[] {
  const found = contactSchema.array().safeParse(parseJson(text))
  if (
    !found.success ||
    found.data.every(contact => contactName(contact) === '' && contact.phones.length === 0)
  )
    throw new JobFailure('columns-missing', { what: 'contacts', examples: 'fullName, emails, phones' })
  return found.data
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}

export function withoutEmptyLists(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => !Array.isArray(field) || field.length > 0),
  )
}
