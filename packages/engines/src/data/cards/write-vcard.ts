/** Writes contacts as vCard 3.0, which every program for contacts imports. */
import { addressFields, type Contact, contactName, type TypedValue } from './contact.ts'
import { escapeCardText, writeLine } from './content-lines.ts'

export function writeVcards(contacts: readonly Contact[]): string {
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
