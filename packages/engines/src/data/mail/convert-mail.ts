/** Converts mails to a page, to text, or to a ZIP with their attachments. */
import { safeEntryNames } from '../../archive/entries.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import type { Mail, MailAttachment } from './mail.ts'
import { type MailPage, writeMailPage } from './mail-page.ts'
import { writeMailText } from './mail-text.ts'
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
