/** PDF Workbench: protecting with AES-256, limiting permissions, and unlocking, on real files. */
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { expect, test } from 'vitest'
import { pdfSample, qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()

// Begins like an option of qpdf, and is not ASCII.
const password = '--pässwörd 密'

test('protect: encrypts with AES-256, opened by the password only; unlock removes it', async () => {
  const files = [pdfSample('columns')]
  const locked = await tools.run({ ability: 'pdf-protect', files, password, resultPassword: password })
  const about = await qpdfOutput(`--password=${password}`, '--show-encryption', locked.path)
  expect(about).toMatch(/R = 6\n/)
  expect(about).toMatch(/file encryption method: AESv3/)
  expect(about).toMatch(/modify anything: allowed/)

  const unlock = (given?: string) =>
    tools.run({
      ability: 'pdf-unlock',
      files: [locked.path],
      ...(given !== undefined && { password: given }),
    })
  await expect(unlock()).rejects.toMatchObject({ code: 'password-needed' })
  await expect(unlock('wrong')).rejects.toMatchObject({ code: 'password-wrong' })
  const unlocked = await unlock(password)
  expect(await qpdfOutput('--show-encryption', unlocked.path)).toMatch(/File is not encrypted/)
  expect((await readPdf(unlocked.path)).pages).toEqual((await readPdf(pdfSample('columns'))).pages)
})

test('protect: limits permissions, and the password does not lift them', async () => {
  const { path, notes } = await tools.run({
    ability: 'pdf-protect',
    files: [pdfSample('columns')],
    options: { print: false, copy: 'false', change: false, assemble: false },
    password,
    resultPassword: password,
  })
  const about = await qpdfOutput(`--password=${password}`, '--show-encryption', path)
  expect(about).toMatch(/Supplied password is user password/)
  expect(about).not.toMatch(/Supplied password is owner password/)
  expect(about).toMatch(/extract for accessibility: allowed/)
  expect(about).toMatch(/extract for any purpose: not allowed/)
  expect(about).toMatch(/print low resolution: not allowed/)
  expect(about).toMatch(/modify document assembly: not allowed/)
  expect(about).toMatch(/modify annotations: allowed/)
  expect(notes).toEqual(['Programs are expected to respect the permissions, but not every program does.'])
})

test('protect: a file that opens without a password takes a new one, and can be unlocked', async () => {
  const limited = await tools.run({
    ability: 'pdf-protect',
    files: [pdfSample('columns')],
    options: { print: false },
  })
  const files = [limited.path]
  const again = await tools.run({ ability: 'pdf-protect', files, password, resultPassword: password })
  expect(again.notes).toEqual(['The earlier protection was replaced.'])
  const unlocked = await tools.run({ ability: 'pdf-unlock', files })
  expect(await qpdfOutput('--show-encryption', unlocked.path)).toMatch(/File is not encrypted/)
})

test('unlock: says that a file was not protected', async () => {
  const { notes } = await tools.run({ ability: 'pdf-unlock', files: [pdfSample('columns')] })
  expect(notes).toEqual(['The file was not protected.'])
})
