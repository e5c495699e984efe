/** Reads contacts from vCard files of versions 2.1, 3.0 and 4.0. */
import { type Contact, contactName, contactSchema, withoutEmpty } from './contact.ts'
import {
  type Component,
  type ContentLine,
  otherLine,
  readComponents,
  splitValue,
  typesOf,
  unescapeText,
} from './content-lines.ts'

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
