/** Contacts as a table: columns for each text, and numbered ones for e-mail addresses, phone numbers and addresses. */
import { JobFailure } from '../../process/job-failure.ts'
import {
  addressFields,
  type Contact,
  type ContactAddress,
  contactName,
  contactSchema,
  plainFields,
  type TypedValue,
  withoutEmpty,
} from './contact.ts'

type PlainField = (typeof plainFields)[number]

const plainLabels: Readonly<Record<PlainField, string>> = {
  firstName: 'First Name',
  middleName: 'Middle Name',
  lastName: 'Last Name',
  prefix: 'Prefix',
  suffix: 'Suffix',
  nickname: 'Nickname',
  organization: 'Organization',
  department: 'Department',
  title: 'Title',
  birthday: 'Birthday',
}
const addressLabels: Readonly<Record<(typeof addressFields)[number], string>> = {
  box: 'PO Box',
  extended: 'Extended Address',
  street: 'Street',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal Code',
  country: 'Country',
}
const lists = [
  ['emails', 'Email'],
  ['phones', 'Phone'],
  ['websites', 'Website'],
] as const
/** Columns of one kind; a card with hundreds would make the table unreadable. */
const maxColumns = 50

export interface ContactTable {
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

export function contactTable(contacts: readonly Contact[]): ContactTable {
  const countOf = (pick: (contact: Contact) => readonly unknown[]) =>
    Math.min(
      maxColumns,
      contacts.reduce((most, contact) => Math.max(most, pick(contact).length), 0),
    )
  const used = plainFields.filter(field => contacts.some(contact => contact[field] !== undefined))
  const counts = lists.map(([field, label]) => ({ field, label, count: countOf(contact => contact[field]) }))
  const addressCount = countOf(({ addresses }) => addresses)
  const parts = addressFields.filter(part =>
    contacts.some(({ addresses }) => addresses.some(address => address[part])),
  )
  const header = [
    'Full Name',
    ...used.map(field => plainLabels[field]),
    ...counts.flatMap(({ label, count }) => numbered(count, at => [`${label} ${at} Type`, `${label} ${at}`])),
    ...numbered(addressCount, at => [
      `Address ${at} Type`,
      ...parts.map(part => `Address ${at} ${addressLabels[part]}`),
    ]),
    ...['Categories', 'Note', 'UID'],
  ]
  const rows = contacts.map(contact => [
    contactName(contact),
    ...used.map(field => contact[field] ?? ''),
    ...counts.flatMap(({ field, count }) =>
      numbered(count, at => [contact[field][at - 1]?.type ?? '', contact[field][at - 1]?.value ?? '']),
    ),
    ...numbered(addressCount, at => [
      contact.addresses[at - 1]?.type ?? '',
      ...parts.map(part => contact.addresses[at - 1]?.[part] ?? ''),
    ]),
    ...[contact.categories.join(', '), contact.note ?? '', contact.uid ?? ''],
  ])
  return { rows: [header, ...rows], notes: notesOf(contacts) }
}

function numbered(count: number, cells: (at: number) => readonly string[]): string[] {
  return Array.from({ length: count }, (_, index) => cells(index + 1)).flat()
}

function notesOf(contacts: readonly Contact[]): string[] {
  const photos = contacts.filter(({ photo }) => photo !== undefined).length
  const others = contacts.reduce((sum, contact) => sum + contact.others.length, 0)
  return [
    ...(photos > 0
      ? [
          `Photos are left out of the table: ${photos} ${photos === 1 ? 'contact has' : 'contacts have'} one. JSON keeps them.`,
        ]
      : []),
    ...(others > 0 ? [`Fields without a column are left out: ${others}. JSON keeps them.`] : []),
  ]
}

/** Columns of our tables, and of those that mail services and contact lists export. */
const plainColumns: readonly (readonly [RegExp, PlainField | 'fullName' | 'note' | 'uid' | 'categories'])[] =
  [
    [/^(?:full ?name|name|display ?name|contact|file as)$/, 'fullName'],
    [/^(?:first|given)[ -]?name$/, 'firstName'],
    [/^(?:middle|additional)[ -]?name$/, 'middleName'],
    [/^(?:last|family|sur)[ -]?name$/, 'lastName'],
    [/^(?:name )?(?:prefix|title prefix)$/, 'prefix'],
    [/^(?:name )?suffix$/, 'suffix'],
    [/^nick ?name$/, 'nickname'],
    [/^(?:company|organi[sz]ation(?: 1)?(?: - name| name)?)$/, 'organization'],
    [/^(?:department|organi[sz]ation(?: 1)?(?: -)? department)$/, 'department'],
    [/^(?:job )?title$|^organi[sz]ation(?: 1)?(?: -)? title$/, 'title'],
    [/^birth ?(?:day|date)$|^date of birth$/, 'birthday'],
    [/^(?:categories|labels|group membership)$/, 'categories'],
    [/^notes?$/, 'note'],
    [/^uid$/, 'uid'],
  ]

const listColumns: readonly (readonly [RegExp, (typeof lists)[number][0]])[] = [
  [/e-?mail/, 'emails'],
  [/phone|mobile|\bfax\b|\btel\b|telephone|pager/, 'phones'],
  [/website|web ?page|\burl\b/, 'websites'],
]

const addressColumns: readonly (readonly [RegExp, (typeof addressFields)[number]])[] = [
  [/p\.?o\.? ?box$/, 'box'],
  [/extended(?: address)?$/, 'extended'],
  [/street$/, 'street'],
  [/city$/, 'city'],
  [/(?:region|state)$/, 'region'],
  [/(?:postal|zip) ?(?:code)?$/, 'postalCode'],
  [/country(?:\/region)?$/, 'country'],
]

export function contactsOfTable([header = [], ...rows]: readonly (readonly string[])[]): Contact[] {
  const setters = header.map(name => setterFor(name.trim()))
  if (setters.every(setter => setter === undefined))
    throw new JobFailure('columns-missing', { what: 'contacts', examples: 'First Name, Last Name, Email' })
  return rows.map(row => {
    const draft: Draft = { plain: {}, lists: new Map(), addresses: new Map() }
    for (const [index, cell] of row.entries()) if (cell.trim() !== '') setters[index]?.(draft, cell.trim())
    return contactOf(draft)
  })
}

interface Draft {
  readonly plain: Partial<Record<PlainField | 'fullName' | 'note' | 'uid' | 'categories', string>>
  /** By list and group of columns. */
  readonly lists: Map<string, Partial<TypedValue> & { readonly field: (typeof lists)[number][0] }>
  readonly addresses: Map<string, ContactAddress>
}

type Setter = (draft: Draft, cell: string) => void

const typeColumn = / ?-? ?(?:type|label)$/

function setterFor(given: string): Setter | undefined {
  const name = given.toLowerCase()
  const plain = plainColumns.find(([pattern]) => pattern.test(name))?.[1]
  if (plain !== undefined) return ({ plain: fields }, cell) => Object.assign(fields, { [plain]: cell })
  return listSetter(name) ?? addressSetter(name)
}

/** `E-mail 1 - Value`, `Email 1 Type`, `Mobile Phone`. */
function listSetter(name: string): Setter | undefined {
  const field = listColumns.find(([pattern]) => pattern.test(name))?.[1]
  if (field === undefined) return undefined
  const isType = typeColumn.test(name)
  const key = name.replace(typeColumn, '').replace(/ ?-? ?value$/, '')
  const word = /\b(home|work|business|mobile|cell|fax|other|pager)\b/.exec(key)?.[1]
  const usual = word === 'business' ? 'work' : word === 'mobile' ? 'cell' : word
  return ({ lists: values }, cell) => {
    const known = values.get(key) ?? { field, ...(usual !== undefined && { type: usual }) }
    values.set(key, { ...known, ...(isType ? { type: cell.replace(/^\* ?/, '') } : { value: cell }) })
  }
}

/** `Address 1 Street`, `Home City`, `Business Postal Code`. */
function addressSetter(name: string): Setter | undefined {
  const found = addressColumns.find(([pattern]) => pattern.test(name))
  const isType = /^address.*(?:type|label)$/.test(name)
  if (found === undefined && !isType) return undefined
  const key = name
    .replace(isType ? typeColumn : (found?.[0] ?? typeColumn), '')
    .replace(/(?<![ -])[ -]+$/, '')
  const usual = /\b(home|work|business|other)\b/.exec(key)?.[1]
  return ({ addresses }, cell) => {
    const known =
      addresses.get(key) ?? (usual === undefined ? {} : { type: usual === 'business' ? 'work' : usual })
    addresses.set(key, { ...known, [isType ? 'type' : (found?.[1] ?? 'street')]: cell })
  }
}

function contactOf({ plain, lists: values, addresses }: Draft): Contact {
  const { categories, ...fields } = plain
  const listed = (field: string) =>
    [...values.values()].flatMap(({ field: own, type, value }) =>
      own === field && value !== undefined ? [withoutEmpty({ type, value })] : [],
    )
  return contactSchema.parse({
    ...fields,
    emails: listed('emails'),
    phones: listed('phones'),
    websites: listed('websites'),
    addresses: [...addresses.values()].filter(address => addressFields.some(part => address[part])),
    categories: (categories?.split(/,|:::/) ?? []).map(category => category.trim()).filter(Boolean),
  })
}
