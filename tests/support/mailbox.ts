/** Reads the mails that Filesmith wrote to its mail folder, decoded as a recipient sees them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface StoredMail {
  readonly to: string
  readonly subject: string
  /** Empty for mails without a Reply-To header. */
  readonly replyTo: string
  /** Text and HTML part, decoded. */
  readonly body: string
}

const timeoutMs = 15_000

/** Waits for a mail to this address with a matching subject; returns the newest. */
export async function receiveMail(dataDir: string, to: string, subject: RegExp): Promise<StoredMail> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const mail = (await mailsTo(dataDir, to)).findLast(each => subject.test(each.subject))
    if (mail) return mail
    await delay(50)
  }
  throw new Error(`no mail to ${to} with a subject like ${subject} arrived`)
}

export async function mailsTo(dataDir: string, to: string): Promise<StoredMail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter(name => name.endsWith('.eml'))
      .map(async name => parse(await readFile(join(folder, name), 'utf8'))),
  )
  return mails.filter(mail => mail.to === to)
}

/** The token in the link of a mail. */
export function tokenIn({ body }: Pick<StoredMail, 'body'>): string {
  const token = /[?&]token=([\w-]+)/.exec(body)?.[1]
  if (!token) throw new Error(`no link in ${body}`)
  return token
}

function parse(source: string): StoredMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n'))
  // Long headers are folded over several lines (RFC 5322, 2.2.3).
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(unfolded)?.[1]?.trim() ?? ''
  const body = source
    .slice(head.length)
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { to: header('To'), subject: header('Subject'), replyTo: header('Reply-To'), body }
}
