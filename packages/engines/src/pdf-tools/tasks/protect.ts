/** Encrypts a document with AES-256 (revision 6), or removes its protection. */
import { randomBytes } from 'node:crypto'
import {
  type PdfPermission,
  pdfPermissions,
  type protectPdf,
} from '@filesmith/contract/operations/pdf/protect-pdf'
import { splitPasswords } from '@filesmith/contract/operations/pdf/source-fields'
import type { unlockPdf } from '@filesmith/contract/operations/pdf/unlock-pdf'
import type { z } from 'zod'
import { assembleOne } from '../assemble/assemble.ts'
import type { PdfReport } from '../job.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

type ProtectOptions = z.output<typeof protectPdf.options>

const limitArgs: Readonly<Record<PdfPermission, string>> = {
  print: '--print=none',
  copy: '--extract=n',
  change: '--modify-other=n',
  annotate: '--annotate=n',
  fill: '--form=n',
  assemble: '--assemble=n',
}

export async function protect({ job, report }: TaskRun, options: ProtectOptions): Promise<PdfReport> {
  const { path, sources, warnings } = await assembleOne(job, options.pages)
  report(50, 'pages')
  const [password] = splitPasswords(job.password ?? '')
  const limited = pdfPermissions.filter(permission => !options[permission])
  // The owner password allows everything, so that limits need another one.
  const ownerPassword = limited.length === 0 ? Buffer.from(password) : randomBytes(24)
  // In hexadecimal, because qpdf takes a password that begins with "-" for an option.
  await writeResult(job, path, [
    '--password-mode=hex-bytes',
    ...['--encrypt', Buffer.from(password).toString('hex'), ownerPassword.toString('hex'), '256'],
    ...limited.map(permission => limitArgs[permission]),
    '--',
  ])
  return {
    notes: [
      ...(password === '' ? ['The file opens without a password; only its permissions are limited.'] : []),
      ...(limited.length > 0
        ? ['Programs are expected to respect the permissions, but not every program does.']
        : []),
      ...(sources.some(({ wasProtected }) => wasProtected) ? ['The earlier protection was replaced.'] : []),
    ],
    warnings: [...warnings],
  }
}

export async function unlock(
  { job, report }: TaskRun,
  options: z.output<typeof unlockPdf.options>,
): Promise<PdfReport> {
  const { path, sources, warnings } = await assembleOne(job, options.pages)
  report(50, 'pages')
  await writeResult(job, path)
  const wasProtected = sources.some(source => source.wasProtected)
  return {
    notes: wasProtected ? [] : ['The file was not protected.'],
    warnings: [...warnings],
  }
}
