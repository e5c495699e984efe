import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorTable } from './errors.ts'

/** The command line and the examples of the API are run by people who set their variables; operators see the admin area. */
const forOthers = /command-line|admin-|developers/

/** Names such as SMTP_URL. */
const settingName = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/

const folder = new URL('.', import.meta.url)

async function textFiles(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter(
    file =>
      /(?:^messages\/|messages\.ts$|article|^help\/|-errors\.ts$|translation-pairs)/.test(file) &&
      !forOthers.test(file) &&
      file.endsWith('.ts') &&
      !file.includes('.test.'),
  )
}

/** Without comments and template expressions. */
const textOf = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|\$\{[^}]*\}/gm, '')

test('texts for visitors name no settings of the server', async () => {
  const files = await textFiles()
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    const source = await readFile(new URL(file, folder), 'utf8')
    expect({ file, setting: settingName.exec(textOf(source))?.[0] }).toEqual({ file, setting: undefined })
  }
  for (const { message } of Object.values(errorTable)) expect(message).not.toMatch(settingName)
})
