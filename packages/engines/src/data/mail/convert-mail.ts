/** Converts mails to a page, to text, or to a ZIP with their attachments. */

import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { safeEntryNames } from '../../archive/entries.ts'
import { sanitizeHtml } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import type { Mail, MailAttachment } from './mail.ts'
import { type MailPage, readableSize, writeMailPage } from './mail-page.ts'
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
    .replace(/[ \t\u00a0]*\n[ \t]*/g, '\n')
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
