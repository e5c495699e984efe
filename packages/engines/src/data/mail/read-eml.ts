/** Reads mails of RFC 5322 with MIME: bodies, attachments, signed content. */
import { JobFailure } from '../../process/job-failure.ts'
import { isEnvelopedContent, signedContent } from '../../signed/signed-content.ts'
import { decodeBytes, decodeHeader, readField } from './header-text.ts'
import type { Mail, MailAttachment, MailBody } from './mail.ts'
import { decodeBody, type MimePart, type MimeReading, readMimePart, splitHeaders } from './mime-part.ts'

/** Attachments in a `winmail.dat` of Outlook ([MS-OXTNEF]). */
const mark = 0x223e9f78
const headerBytes = 6
const attributes = { newAttachment: 0x00069002, title: 0x00018010, data: 0x0006800f }

/** Undefined if it cannot be read or holds nothing. */
export function readTnef(file: Buffer): MailAttachment[] | undefined {
  if (file.length < headerBytes || file.readUInt32LE(0) !== mark) return undefined
  const found: { name: string; bytes: Buffer | undefined }[] = []
  for (let at = headerBytes; at + 9 <= file.length; ) {
    const id = file.readUInt32LE(at + 1)
    const length = file.readUInt32LE(at + 5)
    const data = file.subarray(at + 9, at + 9 + length)
    const current = found.at(-1)
    if (id === attributes.newAttachment) found.push({ name: '', bytes: undefined })
    else if (id === attributes.title && current)
      current.name = decodeBytes(data.subarray(0, endOfText(data)), undefined)
    else if (id === attributes.data && current) current.bytes = data
    // With a checksum of two bytes behind it.
    at += 9 + length + 2
  }
  const whole = found.flatMap(({ name, bytes }) =>
    bytes === undefined ? [] : [{ name: name || 'attachment.bin', type: 'application/octet-stream', bytes }],
  )
  return whole.length > 0 ? whole : undefined
}

function endOfText(data: Buffer): number {
  const end = data.indexOf(0)
  return end < 0 ? data.length : end
}

const shown = [
  ['From', 'from'],
  ['To', 'to'],
  ['Cc', 'cc'],
  ['Bcc', 'bcc'],
  ['Reply-To', 'reply-to'],
  ['Date', 'date'],
] as const

const incomplete = 'The mail is incomplete: what is there was read.'

export function readEml(file: Buffer): Mail {
  const reading: MimeReading = { count: 0, isIncomplete: false }
  // Mailbox files and some exports start with a line of the mailbox.
  const source = file.toString('latin1').replace(/^(?:\xef\xbb\xbf)?(?:\s*\n)*(?:>?From [^\n]*\n)?/, '')
  const root = readMimePart(source, reading)
  if (
    !['from', 'to', 'subject', 'date', 'received', 'message-id', 'mime-version'].some(name =>
      root.headers.has(name),
    )
  )
    throw new JobFailure('file-damaged', {}, { cause: new Error('no header of a mail') })
  const collected = collect(root, reading)
  const header = (name: string) => decodeHeader(root.headers.get(name) ?? '')
  return {
    headers: shown.flatMap(([label, name]) => (header(name) === '' ? [] : [[label, header(name)] as const])),
    subject: header('subject'),
    ...collected,
    warnings: reading.isIncomplete ? [incomplete] : [],
  }
}

type Collected = Pick<Mail, 'bodies' | 'attachments'>

function collect(part: MimePart, reading: MimeReading): Collected {
  const { value: type } = part.type
  if (type === 'multipart/encrypted') throw new JobFailure('mail-encrypted')
  if (type === 'multipart/alternative') return alternatives(part.parts.map(child => collect(child, reading)))
  if (part.parts.length > 0) return joined(part.parts.map(child => collect(child, reading)))
  if (/^application\/(?:x-)?pkcs7-mime$/.test(type)) return collectSigned(part, reading)
  if (isBody(part)) return { bodies: [bodyOf(part)], attachments: [] }
  // Its content was read already.
  if (/^application\/(?:x-)?pkcs7-signature$|^application\/pgp-signature$/.test(type))
    return { bodies: [], attachments: [] }
  return { bodies: [], attachments: attachmentsOf(part) }
}

function joined(all: readonly Collected[]): Collected {
  return {
    bodies: all.flatMap(({ bodies }) => bodies),
    attachments: all.flatMap(({ attachments }) => attachments),
  }
}

/** The same content in several ways: the last page, and the first text. */
function alternatives(all: readonly Collected[]): Collected {
  const { attachments } = joined(all)
  const page = all.findLast(({ bodies }) => bodies.some(({ html }) => html !== undefined))
  const plain = all.find(
    ({ bodies }) =>
      bodies.some(({ text }) => text !== undefined) && bodies.every(({ html }) => html === undefined),
  )
  const html = page?.bodies.flatMap(body => body.html ?? []).join('\n')
  const text = plain?.bodies.flatMap(body => body.text ?? []).join('\n')
  const body: MailBody = { ...(html !== undefined && { html }), ...(text !== undefined && { text }) }
  return { bodies: page || plain ? [body] : [], attachments }
}

function isBody({ type, disposition }: MimePart): boolean {
  if (type.value !== 'text/plain' && type.value !== 'text/html') return false
  return disposition.value !== 'attachment' && !disposition.params.has('filename')
}

function bodyOf(part: MimePart): MailBody {
  const text = decodeBytes(decodeBody(part), part.type.params.get('charset')).replace(/\r\n?/g, '\n')
  if (part.type.value === 'text/html') return { html: text }
  const isFlowed = part.type.params.get('format')?.toLowerCase() === 'flowed'
  return { text: isFlowed ? joinFlowed(text) : text }
}

/** Lines that end with a space continue (RFC 3676); the separator of a signature does not. */
function joinFlowed(text: string): string {
  return text.replace(/(?<!^--) \n(?![> ])/gm, ' ').replace(/^ (?=[> ]|From )/gm, '')
}

function collectSigned(part: MimePart, reading: MimeReading): Collected {
  const bytes = decodeBody(part)
  const isEncrypted = part.type.params.get('smime-type')?.toLowerCase() === 'enveloped-data'
  if (isEncrypted || isEnvelopedContent(bytes)) throw new JobFailure('mail-encrypted')
  const content = signedContent(bytes)
  if (content === undefined) return { bodies: [], attachments: attachmentsOf(part) }
  return collect(readMimePart(content.toString('latin1'), reading, 'text/plain', 1), reading)
}

function attachmentsOf(part: MimePart): MailAttachment[] {
  const { type, disposition, headers } = part
  const bytes = decodeBody(part)
  const unpacked = type.value === 'application/ms-tnef' ? readTnef(bytes) : undefined
  if (unpacked !== undefined) return unpacked
  const contentId = headers.get('content-id')?.trim().replace(/^<|>$/g, '')
  const given = disposition.params.get('filename') ?? type.params.get('name')
  return [
    {
      name: given || usualName(part, bytes),
      type: type.value,
      bytes,
      ...(contentId ? { contentId } : {}),
    },
  ]
}

const usualExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/pdf': 'pdf',
}

function usualName({ type }: MimePart, bytes: Buffer): string {
  if (type.value !== 'message/rfc822') return `attachment.${usualExtensions[type.value] ?? 'bin'}`
  const subject = readSubject(bytes)
  return `${subject === '' ? 'message' : subject}.eml`
}

function readSubject(bytes: Buffer): string {
  const { headers } = splitHeaders(bytes.toString('latin1', 0, 65_536))
  return decodeHeader(
    readField(headers.get('subject') ?? '').value === '' ? '' : (headers.get('subject') ?? ''),
  )
}
