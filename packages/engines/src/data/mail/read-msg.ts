/** Reads mails of Outlook ([MS-OXMSG]): a compound file whose streams are properties. */
import type { CompoundStreams } from '../../libreoffice/sanitize/doc/compound-streams.ts'
import { openCompoundFile } from '../../libreoffice/sanitize/doc/compound-streams.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { decodeBytes, decodeHeader } from './header-text.ts'
import type { Mail, MailAttachment, MailBody } from './mail.ts'
import { splitHeaders } from './mime-part.ts'
import { htmlOfRtf, unpackRtf } from './rtf-html.ts'
import { charsetOf } from './windows-charsets.ts'

const ids = {
  subject: 0x0037,
  headers: 0x007d,
  submitted: 0x0039,
  delivered: 0x0e06,
  senderName: 0x0c1a,
  senderEmail: 0x0c1f,
  senderSmtp: 0x5d01,
  displayTo: 0x0e04,
  displayCc: 0x0e03,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  codePage: 0x3fde,
  name: 0x3001,
  email: 0x3003,
  smtp: 0x39fe,
  recipientType: 0x0c15,
  data: 0x3701,
  shortFileName: 0x3704,
  fileName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
}
const types = { text8: '001E', text16: '001F', binary: '0102', object: '000D' }
const maxEmbedded = 5
const maxItems = 5000

/** How a mail within a mail becomes an attachment. */
export type WriteEmbedded = (mail: Mail) => MailAttachment

export function readMsg(file: Buffer, writeEmbedded: WriteEmbedded): Mail {
  return readMessage(openCompoundFile(file), writeEmbedded, 0)
}

function readMessage(storage: CompoundStreams, writeEmbedded: WriteEmbedded, depth: number): Mail {
  const numbers = readNumbers(storage, depth === 0 ? 32 : 24)
  const codePage = Number(numbers.get(ids.codePage) ?? 0n) & 0xffff
  const text = (id: number) => readText(storage, id, codePage)
  const mailHeaders = splitHeaders(Buffer.from(text(ids.headers), 'utf8').toString('latin1')).headers
  const recipients = itemsOf(storage, '__recip_version1.0_#').map(item => readRecipient(item, codePage))
  const people = (type: number) =>
    recipients.flatMap(person => (person.type === type ? [person.text] : [])).join(', ')
  const date = decodeHeader(mailHeaders.get('date') ?? '') || writeDate(numbers)
  const headers = [
    ['From', senderOf(text) || decodeHeader(mailHeaders.get('from') ?? '')],
    ['To', people(1) || text(ids.displayTo)],
    ['Cc', people(2) || text(ids.displayCc)],
    ['Bcc', people(3)],
    ['Date', date],
  ] as const
  const body = readBody(storage, codePage)
  if (body === undefined && headers.every(([, value]) => value === '') && text(ids.subject) === '')
    throw new JobFailure('file-damaged', {}, { cause: new Error('no properties of a mail') })
  return {
    headers: headers.filter(([, value]) => value !== ''),
    subject: text(ids.subject),
    bodies: body === undefined ? [] : [body],
    attachments: itemsOf(storage, '__attach_version1.0_#').flatMap(
      item => readAttachment(item, codePage, writeEmbedded, depth) ?? [],
    ),
    warnings: [],
  }
}

function itemsOf(storage: CompoundStreams, prefix: string): CompoundStreams[] {
  return [...storage.storages.keys()]
    .filter(name => name.startsWith(prefix))
    .slice(0, maxItems)
    .toSorted()
    .flatMap(name => storage.openStorage(name) ?? [])
}

const propertyBytes = 16

/** Numbers and times are in one stream, behind a header that depends on the storage. */
function readNumbers(storage: CompoundStreams, headerBytes: number): ReadonlyMap<number, bigint> {
  const bytes = storage.streams.get('__properties_version1.0')?.read() ?? Buffer.alloc(0)
  const numbers = new Map<number, bigint>()
  for (let at = headerBytes; at + propertyBytes <= bytes.length; at += propertyBytes)
    numbers.set(bytes.readUInt16LE(at + 2), bytes.readBigUInt64LE(at + 8))
  return numbers
}

function streamOf({ streams }: CompoundStreams, id: number, type: string): Buffer | undefined {
  return streams.get(`__substg1.0_${id.toString(16).toUpperCase().padStart(4, '0')}${type}`)?.read()
}

function readText(storage: CompoundStreams, id: number, codePage: number): string {
  const wide = streamOf(storage, id, types.text16)
  const text = wide
    ? wide.toString('utf16le')
    : decodeBytes(streamOf(storage, id, types.text8) ?? Buffer.alloc(0), charsetOf(codePage))
  return text.replace(/(?<!\0)\0+$/, '')
}

function personText(name: string, address: string): string {
  if (name === '' || name === address) return address
  return address.includes('@') ? `${name} <${address}>` : name
}

function senderOf(text: (id: number) => string): string {
  const plain = text(ids.senderEmail)
  return personText(text(ids.senderName), text(ids.senderSmtp) || plain)
}

function readRecipient(item: CompoundStreams, codePage: number) {
  const text = (id: number) => readText(item, id, codePage)
  const type = Number(readNumbers(item, 8).get(ids.recipientType) ?? 1n) & 0xffff
  return { type, text: personText(text(ids.name), text(ids.smtp) || text(ids.email)) }
}

/** 100 nanoseconds since 1601. */
function writeDate(numbers: ReadonlyMap<number, bigint>): string {
  const ticks = numbers.get(ids.submitted) ?? numbers.get(ids.delivered)
  if (ticks === undefined) return ''
  const date = new Date(Number(ticks / 10_000n) - 11_644_473_600_000)
  return Number.isNaN(date.getTime()) ? '' : date.toUTCString()
}

function readBody(storage: CompoundStreams, codePage: number): MailBody | undefined {
  const plain = readText(storage, ids.body, codePage).replace(/\r\n?/g, '\n')
  const page = streamOf(storage, ids.html, types.binary)
  const html =
    (page && decodeBytes(page, charsetOf(codePage) ?? declaredCharset(page))) ||
    readText(storage, ids.html, codePage) ||
    pageInRtf(storage)
  if (!html && plain === '') return undefined
  return { ...(html && { html }), ...(plain !== '' && { text: plain }) }
}

function declaredCharset(page: Buffer): string | undefined {
  return /charset=["']?([\w-]+)/i.exec(page.toString('latin1', 0, 2048))?.[1]
}

function pageInRtf(storage: CompoundStreams): string | undefined {
  const packed = streamOf(storage, ids.rtf, types.binary)
  const rtf = packed && unpackRtf(packed)
  return rtf && htmlOfRtf(rtf)
}

function readAttachment(
  item: CompoundStreams,
  codePage: number,
  writeEmbedded: WriteEmbedded,
  depth: number,
): MailAttachment | undefined {
  const text = (id: number) => readText(item, id, codePage)
  const bytes = streamOf(item, ids.data, types.binary)
  if (bytes === undefined) {
    const embedded = item.openStorage(`__substg1.0_3701${types.object}`)
    if (embedded === undefined || depth >= maxEmbedded || !isMessage(embedded)) return undefined
    return writeEmbedded(readMessage(embedded, writeEmbedded, depth + 1))
  }
  const contentId = text(ids.contentId).replace(/^<|>$/g, '')
  return {
    name: text(ids.fileName) || text(ids.shortFileName) || text(ids.name) || 'attachment.bin',
    type: text(ids.mimeType) || 'application/octet-stream',
    bytes,
    ...(contentId !== '' && { contentId }),
  }
}

function isMessage({ streams }: CompoundStreams): boolean {
  return streams.has('__properties_version1.0')
}
