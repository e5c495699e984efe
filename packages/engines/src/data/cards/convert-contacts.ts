/** Converts contacts between vCard, CSV and JSON. */
import { JobFailure } from '../../process/job-failure.ts'
import { readTextLines } from '../read-text.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import {
  addressFields,
  type Contact,
  contactName,
  contactSchema,
  type TypedValue,
  withoutEmpty,
} from './contact.ts'
import { contactsOfTable, contactTable } from './contact-table.ts'
import {
  type Component,
  type ContentLine,
  escapeCardText,
  otherLine,
  readComponents,
  splitValue,
  typesOf,
  unescapeText,
  writeLine,
} from './content-lines.ts'
import { readCsvRows, writeCsvRows } from './csv-text.ts'

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

/** Writes contacts as vCard 3.0, which every program for contacts imports. */
function writeVcards(contacts: readonly Contact[]): string {
  return contacts.map(writeVcard).join('')
}

function writeVcard(contact: Contact): string {
  const { emails, phones, addresses, websites, categories } = contact
  const optional = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? '' : writeLine(name, escapeCardText(value))
  const typed = (name: string, values: readonly TypedValue[]) =>
    values.map(({ type, value }) => writeLine(name, escapeCardText(value), typeParam(type))).join('')
  return [
    'BEGIN:VCARD\r\nVERSION:3.0\r\n',
    writeLine('FN', escapeCardText(contactName(contact))),
    writeLine('N', structured(nameParts(contact))),
    optional('NICKNAME', contact.nickname),
    contact.organization === undefined && contact.department === undefined
      ? ''
      : writeLine(
          'ORG',
          structured([contact.organization, ...(contact.department ? [contact.department] : [])]),
        ),
    optional('TITLE', contact.title),
    optional('BDAY', contact.birthday),
    typed('EMAIL', emails),
    typed('TEL', phones),
    ...addresses.map(address =>
      writeLine('ADR', structured(addressFields.map(field => address[field])), typeParam(address.type)),
    ),
    typed('URL', websites),
    categories.length === 0 ? '' : writeLine('CATEGORIES', categories.map(escapeCardText).join(',')),
    optional('NOTE', contact.note),
    writePhoto(contact.photo),
    optional('UID', contact.uid),
    ...contact.others.map(({ name, params, value }) =>
      writeLine(name.toUpperCase(), value.replace(/\r?\n|\r/g, '\\n'), params),
    ),
    'END:VCARD\r\n',
  ].join('')
}

/** A contact with only a full name has it as its family name, as RFC 2426 needs one. */
function nameParts({ lastName, firstName, middleName, prefix, suffix, fullName }: Contact) {
  const parts = [lastName, firstName, middleName, prefix, suffix]
  if (parts.some(Boolean)) return parts
  const words = fullName.trim().split(/\s+/)
  return words.length > 1
    ? [words.at(-1), words.slice(0, -1).join(' '), '', '', '']
    : [fullName, '', '', '', '']
}

function structured(parts: readonly (string | undefined)[]): string {
  return parts.map(part => escapeCardText(part ?? '')).join(';')
}

function typeParam(type: string | undefined): Readonly<Record<string, readonly string[]>> {
  const words = (type ?? '').split(/[\s,]+/).filter(word => /^[\w-]+$/.test(word))
  return words.length === 0 ? {} : { TYPE: words.map(word => word.toUpperCase()) }
}

const inlinePhoto = /^data:image\/(\w+);base64,([A-Za-z0-9+/=]*)$/

function writePhoto(photo: string | undefined): string {
  if (photo === undefined) return ''
  const [, type = '', bytes = ''] = inlinePhoto.exec(photo) ?? []
  if (bytes === '') return writeLine('PHOTO', photo.replace(/[\r\n]/g, ''), { VALUE: ['uri'] })
  return writeLine('PHOTO', bytes, { ENCODING: ['b'], TYPE: [type.toUpperCase()] })
}

/** Reads contacts from vCard files of versions 2.1, 3.0 and 4.0. */
export function readVcards(text: string): Contact[] {
  return readComponents(text)
    .filter(({ name }) => name === 'VCARD')
    .map(readVcard)
}

/** Lines about the card itself, not the contact. */
const cardLines: ReadonlySet<string> = new Set(['VERSION', 'PRODID', 'REV'])

function readVcard({ lines }: Component): Contact {
  const one = (name: string) => lines.find(line => line.name === name)
  const all = (name: string) => lines.filter(line => line.name === name)
  const text = (name: string) => unescapeText(one(name)?.value ?? '').trim()
  const [lastName, firstName, middleName, prefix, suffix] = splitValue(one('N')?.value ?? '', ';').map(part =>
    part.trim(),
  )
  const [organization, ...departments] = splitValue(one('ORG')?.value ?? '', ';')
  const labels = labelsOf(lines)
  const typed = (name: string) =>
    all(name)
      .map(line => withoutEmpty({ type: typeOf(line, labels), value: readUri(line) }))
      .filter(({ value }) => value !== undefined)
  const photo = one('PHOTO')
  const fields = {
    fullName: text('FN'),
    firstName,
    middleName,
    lastName,
    prefix,
    suffix,
    nickname: text('NICKNAME'),
    organization,
    department: departments.filter(Boolean).join(', '),
    title: text('TITLE'),
    birthday: text('BDAY'),
    emails: typed('EMAIL'),
    phones: typed('TEL'),
    addresses: all('ADR').map(line => readAddress(line, labels)),
    websites: typed('URL'),
    categories: all('CATEGORIES').flatMap(line => splitValue(line.value, ',').map(name => name.trim())),
    note: all('NOTE')
      .map(line => unescapeText(line.value))
      .join('\n'),
    uid: text('UID'),
    photo: photo && readPhoto(photo),
    others: lines.filter(line => isOther(line, lines)).map(otherLine),
  }
  const contact = contactSchema.parse(withoutEmpty(fields))
  return { ...contact, fullName: contactName(contact) }
}

const multiple: ReadonlySet<string> = new Set(['EMAIL', 'TEL', 'ADR', 'URL', 'CATEGORIES', 'NOTE'])
const single: ReadonlySet<string> = new Set(['FN', 'N', 'NICKNAME', 'ORG', 'TITLE', 'BDAY', 'UID', 'PHOTO'])

/** A second line of a field with one text is kept as well. */
function isOther(line: ContentLine, lines: readonly ContentLine[]): boolean {
  const { name } = line
  if (cardLines.has(name) || multiple.has(name) || name === 'X-ABLABEL') return false
  return !single.has(name) || lines.find(first => first.name === name) !== line
}

/** Labels of contact lists: `item1.X-ABLabel:_$!<Home>!$_` names the group of another line. */
function labelsOf(lines: readonly ContentLine[]): ReadonlyMap<string, string> {
  return new Map(
    lines
      .filter(({ name, group }) => name === 'X-ABLABEL' && group !== undefined)
      .map(({ group = '', value }) => [group, unescapeText(value).replace(/^_\$!<(.*)>!\$_$/, '$1')]),
  )
}

const wordless: ReadonlySet<string> = new Set(['internet', 'pref', 'voice', 'x400'])

function typeOf(line: ContentLine, labels: ReadonlyMap<string, string>): string | undefined {
  const types = typesOf(line).filter(type => !wordless.has(type))
  return types.length > 0 ? types.join(' ') : labels.get(line.group ?? '')
}

/** Version 4 has numbers as addresses: `tel:+49-30-1`. */
function readUri({ value }: ContentLine): string {
  return unescapeText(value)
    .trim()
    .replace(/^(?:tel|mailto):/i, '')
}

function readAddress(line: ContentLine, labels: ReadonlyMap<string, string>) {
  const [box, extended, street, city, region, postalCode, country] = splitValue(line.value, ';').map(part =>
    part.trim(),
  )
  return withoutEmpty({
    type: typeOf(line, labels),
    box,
    extended,
    street,
    city,
    region,
    postalCode,
    country,
  })
}

const imageTypes: Readonly<Record<string, string>> = { jpeg: 'jpeg', jpg: 'jpeg', png: 'png', gif: 'gif' }

/** As a data URL; an address elsewhere is kept and never opened. */
function readPhoto(line: ContentLine): string {
  const encoding = line.params.ENCODING?.[0]?.toLowerCase()
  if (encoding !== 'b' && encoding !== 'base64') return unescapeText(line.value)
  const type = typesOf(line)
    .map(name => imageTypes[name.replace(/^image\//, '')])
    .find(Boolean)
  return `data:image/${type ?? 'jpeg'};base64,${line.value.replace(/\s+/g, '')}`
}
