/** PDF Workbench: files with a hostile structure through the operations that read it. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostileStructures } from './hostile/pdf-structures.ts'
import { pdfBombs } from './hostile/pdfs.ts'
import { usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()

const files = new Map([...hostileStructures(), ...pdfBombs()].map(({ what, content }) => [what, content]))
const redactWords = { words: ['visible'] }
const firstTwice = { pages: '1, 1' }

/** The code of the error, or "done". */
const attacks: readonly (readonly [what: string, ability: string, options: object, outcome: string])[] = [
  ['pdf: bookmarks in a cycle', 'pdf-organize', { split: 'bookmarks' }, 'done'],
  ['pdf: bookmarks in a cycle', 'pdf-redact', redactWords, 'done'],
  ['pdf: no pages', 'pdf-organize', {}, 'file-damaged'],
  ['pdf: no pages', 'pdf-repair', {}, 'file-damaged'],
  ['pdf: cross-reference sections in a cycle', 'pdf-crop', { top: 5 }, 'done'],
  ['pdf: an object stream that is a bomb', 'pdf-compress', {}, 'done'],
  ['pdf: encrypted by an unknown handler', 'pdf-unlock', {}, 'unsupported-variant'],
  ['pdf: encrypted by an unknown handler', 'pdf-compress', {}, 'unsupported-variant'],
  ['pdf: ten thousand fields', 'pdf-organize', firstTwice, 'done'],
  ['pdf: fields in a cycle', 'pdf-organize', firstTwice, 'done'],
  ['pdf: fields in a cycle', 'pdf-flatten', {}, 'done'],
  ['pdf: tags in a cycle', 'pdf-organize', firstTwice, 'done'],
  ['pdf: names in a cycle', 'pdf-organize', firstTwice, 'done'],
  ['pdf: images that declare more than they have', 'pdf-compress', { level: 'strong' }, 'done'],
  ['pdf: images that declare more than they have', 'pdf-grayscale', {}, 'done'],
  ['pdf: fonts with broken tables', 'pdf-compress', {}, 'done'],
  ['pdf: a cycle in the page tree', 'pdf-organize', firstTwice, 'file-damaged'],
  ['pdf: declares a million pages', 'pdf-organize', firstTwice, 'document-too-long'],
]

async function outcomeOf(what: string, ability: string, options: object): Promise<string> {
  const content = files.get(what)
  if (content === undefined) throw new Error(`there is no file ${what}`)
  const path = join(tools.folder, 'hostile.pdf')
  await writeFile(path, content)
  return tools.run({ ability, files: [path], options }).then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
}

test.each(attacks)('hostile PDF: %s, %s', async (what, ability, options, outcome) => {
  expect(await outcomeOf(what, ability, options)).toBe(outcome)
})

test('hostile PDF: nothing but the results is left behind', async () => {
  const left = (await readdir(tools.folder)).filter(name => !/^(hostile\.pdf|result-\d+(\D.*)?)$/.test(name))
  expect(left).toEqual([])
})
