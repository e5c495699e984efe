/** Writes mails as .eml files into a folder, for installations without a mail server. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { createTransport } from 'nodemailer'
import type { Log } from '../../ports/log.ts'
import type { MailSender } from '../../ports/mail.ts'
import { mailMessage } from '../mail-message.ts'

export function createMailFolder(settings: { folder: string; from: string; log: Log }): MailSender {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(mailMessage(mail, settings.from))
      const path = join(settings.folder, fileName(new Date()))
      try {
        await mkdir(settings.folder, { recursive: true, mode: 0o700 })
        await writeAtomically(path, message)
      } catch (error) {
        throw new AppError('unavailable', {}, { cause: error })
      }
      settings.log.info({ file: path }, 'mail written to file, SMTP_URL not set')
    },
  }
}

/** Sorting by name gives chronological order. */
function fileName(now: Date): string {
  return `${now.toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`
}

/** Renamed into place, so that programs watching the folder never see partial files. */
async function writeAtomically(path: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  const draftPath = `${path}.part`
  try {
    await writeFile(draftPath, content, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draftPath, path)
  } catch (error) {
    await rm(draftPath, { force: true })
    throw error
  }
}
