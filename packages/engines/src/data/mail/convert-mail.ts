/** Converts mails to a page, to text, or to a ZIP with their attachments. */

import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { safeEntryNames } from '../../archive/entries.ts'
import {
  escapeAttribute,
  escapeText,
  safeImage,
  sanitizeHtml,
} from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import type { Mail, MailAttachment } from './mail.ts'
import { readEml } from './read-eml.ts'
import { readMsg } from './read-msg.ts'

export function convertMailFile({ input, from, to }: DataTask): DataResult {
  const mail = from === 'msg' ? readMsg(input, pageAttachment) : readEml(input)
  if (to === 'txt') return { content: writeMailText(mail), report: () => ({ warnings: [...mail.warnings] }) }
  const page = writeMailPage(mail)
  const report = (isZip: boolean) => ({
    notes: notesOf(mail, page, isZip),
    warnings: [...mail.warnings],
  })
  if (to === 'html') return { content: page.html, report: () => report(false) }
  const entries = zipEntries(mail, page)
  return { content: writeZip(each(entries)), report: () => ({ ...report(true), pages: entries.length }) }
}

function pageAttachment(mail: Mail): MailAttachment {
  return {
    name: `${mail.subject || 'message'}.html`,
    type: 'text/html',
    bytes: Buffer.from(writeMailPage(mail).html),
  }
}

function notesOf({ attachments }: Mail, { remoteImages, shown }: MailPage, isZip: boolean): string[] {
  const files = attachments.length - shown.size
  return [
    ...(remoteImages > 0
      ? [
          `Images on other servers are left out, since loading them would show the sender that the mail was read: ${remoteImages}.`,
        ]
      : []),
    ...(files > 0 && !isZip
      ? [`Attachments are named, but not part of the result: ${files}. Choose ZIP to get them.`]
      : []),
  ]
}

function zipEntries(mail: Mail, page: MailPage): ZipEntry[] {
  const names = safeEntryNames(
    mail.attachments.map(({ name }) => `attachments/${name.replace(/[\\/]+/g, '_')}`),
  )
  return [
    { name: 'message.html', data: Buffer.from(page.html) },
    { name: 'message.txt', data: Buffer.from(writeMailText(mail)) },
    ...mail.attachments.map(({ bytes }, index) => ({
      name: names[index] ?? `attachments/${index}`,
      data: bytes,
    })),
  ]
}

async function* each(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

/** Writes a mail as text; pages become paragraphs, lists and addresses of links. */
type Node = DefaultTreeAdapterTypes.Node

function writeMailText({ headers, subject, bodies, attachments }: Mail): string {
  const lines = [...headers, ['Subject', subject] as const].map(([name, value]) => `${name}: ${value}`)
  const files = attachments.map(({ name, bytes }) => `Attachment: ${name} (${readableSize(bytes.length)})`)
  const texts = bodies.map(({ text, html }) => text ?? textOfPage(html ?? ''))
  return `${[...lines, ...files].join('\n')}\n\n${texts.map(text => text.trim()).join('\n\n')}\n`
}

const blocks =
  /^(?:address|article|aside|blockquote|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|tr|ul|li)$/
const silent = /^(?:head|style|script|title)$/

/** Iterative, since pages may be nested deeply. */
function textOfPage(html: string): string {
  const written: string[] = []
  const stack: (Node | string)[] = [parse(sanitizeHtml(html, false))]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') written.push(next)
    else if (next.nodeName === '#text' && 'value' in next) written.push(next.value.replace(/\s+/g, ' '))
    else if ('childNodes' in next && !silent.test(next.nodeName)) pushElement(next, stack, written)
  }
  return written
    .join('')
    .split('\n')
    .map(line => line.replace(/(?<![ \t\u00a0])[ \t\u00a0]+$/, '').replace(/^[ \t]+/, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function pushElement(
  node: DefaultTreeAdapterTypes.ParentNode,
  stack: (Node | string)[],
  written: string[],
): void {
  const name = node.nodeName
  if (name === 'br') written.push('\n')
  if (blocks.test(name)) {
    written.push(name === 'p' ? '\n\n' : '\n')
    stack.push(name === 'p' ? '\n\n' : '\n')
  }
  if (name === 'li') written.push('- ')
  if (name === 'td' || name === 'th') stack.push('\t')
  const address =
    name === 'a' && 'attrs' in node ? node.attrs.find(({ name: key }) => key === 'href')?.value : undefined
  if (address !== undefined && /^https?:/.test(address)) stack.push(` <${address}>`)
  for (let index = node.childNodes.length - 1; index >= 0; index--) {
    const child = node.childNodes[index]
    if (child) stack.push(child)
  }
}

/** Writes a mail as a self-contained page: its headers, its attachments as a list, and its sanitized content. */
interface MailPage {
  readonly html: string
  /** Images on other servers, which are never loaded. */
  readonly remoteImages: number
  /** Shown in the content, so not listed as attachments. */
  readonly shown: ReadonlySet<MailAttachment>
}

/** Of images that are shown again: one image can be shown many times (denial of service). */
const maxRepeatedBytes = 20 * 1024 * 1024
const remoteImage =
  /<img\b[^<>]*?\bsrc\s*=\s*(?:["']\s*)?(?:https?:)?\/\/|\bbackground\s*=\s*(?:["']\s*)?https?:|url\(\s*(?:["']\s*)?https?:/gi

function writeMailPage(mail: Mail): MailPage {
  const shown = new Set<MailAttachment>()
  const contents = mail.bodies.map(body => {
    if (body.html !== undefined) return withImages(body.html, mail.attachments, shown)
    return `<pre style="white-space: pre-wrap; font-family: inherit">\n${escapeText(body.text ?? '')}</pre>`
  })
  const listed = mail.attachments.filter(attachment => !shown.has(attachment))
  const page = [
    '<!DOCTYPE html><html><head>',
    `<title>${escapeText(mail.subject || 'Mail')}</title>`,
    '<style>body { font-family: sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em }</style>',
    '</head><body>',
    `<h1 style="font-size: 1.3em">${escapeText(mail.subject || '(no subject)')}</h1>`,
    writeHeaders(mail, listed),
    '<hr>',
    ...contents,
    '</body></html>',
  ].join('\n')
  const remoteImages = contents.reduce((sum, content) => sum + (content.match(remoteImage)?.length ?? 0), 0)
  return { html: sanitizeHtml(page, true), remoteImages, shown }
}

function writeHeaders({ headers }: Mail, listed: readonly MailAttachment[]): string {
  const attachments = listed.map(
    attachment => `${attachment.name} (${readableSize(attachment.bytes.length)})`,
  )
  const rows = [...headers, ...(listed.length > 0 ? [['Attachments', attachments.join(', ')] as const] : [])]
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="padding-right: 1em; vertical-align: top"><b>${escapeText(name)}</b></td><td>${escapeText(value)}</td></tr>`,
  )
  return `<table style="border: 0">${cells.join('')}</table>`
}

function readableSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

const ownImage = /\bcid:([^"'\s)>]+)/gi

/** Images of the mail itself, by their ids. */
function withImages(
  html: string,
  attachments: readonly MailAttachment[],
  shown: Set<MailAttachment>,
): string {
  const byId = new Map(attachments.flatMap(item => (item.contentId ? [[item.contentId, item] as const] : [])))
  let repeatedBytes = 0
  return html.replace(ownImage, (reference, id: string) => {
    const found = byId.get(id) ?? byId.get(unescapeId(id))
    const image = found && safeImage(found.bytes)
    if (found === undefined || image === undefined) return reference
    if (shown.has(found)) repeatedBytes += image.bytes.length
    if (repeatedBytes > maxRepeatedBytes) return reference
    shown.add(found)
    return escapeAttribute(`data:${image.type};base64,${image.bytes.toString('base64')}`)
  })
}

function unescapeId(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('&amp;', '&'))
  } catch {
    return id
  }
}
