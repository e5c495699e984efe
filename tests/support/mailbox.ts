/** The mails that went into the folder, as the people see them that they were sent to. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  /** Who gets an answer; empty for mails that want none. */
  readonly replyTo: string
  /** Text and HTML part, decoded. */
  readonly body: string
}

const patienceMs = 15_000

/** Waits for a mail to this address with these words in its subject; the newest counts. */
export async function receiveMail(dataDir: string, to: string, subject: RegExp): Promise<ReceivedMail> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const mail = (await mailsTo(dataDir, to)).findLast(each => subject.test(each.subject))
    if (mail) return mail
    await delay(50)
  }
  throw new Error(`no mail like ${subject} came to ${to}`)
}

export async function mailsTo(dataDir: string, to: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter(name => name.endsWith('.eml'))
      .map(async name => parse(await readFile(join(folder, name), 'utf8'))),
  )
  return mails.filter(mail => mail.to === to)
}

/** The secret in the link of a mail. */
export function tokenIn({ body }: Pick<ReceivedMail, 'body'>): string {
  const token = /[?&]token=([\w-]+)/.exec(body)?.[1]
  if (!token) throw new Error(`no link in ${body}`)
  return token
}

function parse(source: string): ReceivedMail {
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
